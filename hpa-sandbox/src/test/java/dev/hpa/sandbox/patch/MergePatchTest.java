package dev.hpa.sandbox.patch;

import static dev.hpa.sandbox.patch.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {

  /** The examples of RFC 7386, appendix A. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'a':'b'}           | {'a':'c'}                  | {'a':'c'}
          {'a':'b'}           | {'b':'c'}                  | {'a':'b','b':'c'}
          {'a':'b'}           | {'a':null}                 | {}
          {'a':'b','b':'c'}   | {'a':null}                 | {'b':'c'}
          {'a':['b']}         | {'a':'c'}                  | {'a':'c'}
          {'a':'c'}           | {'a':['b']}                | {'a':['b']}
          {'a':{'b':'c'}}     | {'a':{'b':'d','c':null}}   | {'a':{'b':'d'}}
          {'a':[{'b':'c'}]}   | {'a':[1]}                  | {'a':[1]}
          ['a','b']           | ['c','d']                  | ['c','d']
          {'a':'b'}           | ['c']                      | ['c']
          {'a':'foo'}         | null                       | null
          {'a':'foo'}         | 'bar'                      | 'bar'
          {'e':null}          | {'a':1}                    | {'e':null,'a':1}
          [1,2]               | {'a':'b','c':null}         | {'a':'b'}
          {}                  | {'a':{'bb':{'ccc':null}}}  | {'a':{'bb':{}}}
          """)
  void mergesTheExamplesOfTheRfc(String target, String patch, String result) {
    assertEquals(json(result), MergePatch.apply(json(target), json(patch)));
  }

  @Test
  void doesNotModifyItsArguments() {
    JsonNode target = json("{'a':{'b':1}}");
    JsonNode patch = json("{'a':{'c':{'d':2}},'e':[{}]}");
    JsonNode result = MergePatch.apply(target, patch);
    result.withObject("/a/c").put("d", 3);
    result.withObject("/a").put("b", 3);
    assertEquals(json("{'a':{'b':1}}"), target);
    assertEquals(json("{'a':{'c':{'d':2}},'e':[{}]}"), patch);
  }
}
