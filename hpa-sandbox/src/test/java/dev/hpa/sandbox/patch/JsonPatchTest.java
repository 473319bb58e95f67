package dev.hpa.sandbox.patch;

import static dev.hpa.sandbox.patch.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatchTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [{'op':'add','path':'/b','value':2}]            | {'a':[1,2],'b':2}
          [{'op':'add','path':'/a/-','value':3}]          | {'a':[1,2,3]}
          [{'op':'add','path':'/a/0','value':0}]          | {'a':[0,1,2]}
          [{'op':'remove','path':'/a/0'}]                 | {'a':[2]}
          [{'op':'replace','path':'/a','value':{'~':1}}]  | {'a':{'~':1}}
          [{'op':'move','from':'/a','path':'/c'}]         | {'c':[1,2]}
          [{'op':'copy','from':'/a/0','path':'/c'}]       | {'a':[1,2],'c':1}
          [{'op':'test','path':'/a/1','value':2}]         | {'a':[1,2]}
          """)
  void appliesOperations(String operations, String result) {
    assertEquals(json(result), JsonPatch.apply(json("{'a':[1,2]}"), json(operations)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'op':'test','path':'/a/1','value':3}]",
        "[{'op':'remove','path':'/nope'}]",
        "[{'op':'replace','path':'/nope','value':1}]",
        "[{'op':'add','path':'/x/y','value':1}]",
        "[{'op':'add','path':'/a/9','value':1}]",
        "[{'op':'add','path':'no-slash','value':1}]",
        "[{'op':'twist','path':'/a'}]",
        "[{'op':'add','path':'/b'}]",
        "[{'op':'move','path':'/b'}]",
        "[{'path':'/b'}]",
        "[{'op':'remove'}]",
        "[{'op':'remove','path':'/a/x'}]",
        "[{'op':'copy','from':'/q','path':'/b'}]",
        "[{}]",
      })
  void rejectsOperationsThatFail(String operations) {
    PatchException failure =
        assertThrows(
            PatchException.class, () -> JsonPatch.apply(json("{'a':[1,2]}"), json(operations)));
    assertFalse(failure.malformed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'a':1}", "1", "[1]", "[{'op':1,'path':'/a'}]", "[{'op':'add','path':{}}]"})
  void rejectsMalformedPatches(String operations) {
    PatchException failure =
        assertThrows(
            PatchException.class, () -> JsonPatch.apply(json("{'a':[1,2]}"), json(operations)));
    assertTrue(failure.malformed());
  }

  @Test
  void doesNotModifyItsArguments() {
    JsonNode target = json("{'a':{'b':1}}");
    JsonNode operations =
        json(
            "[{'op':'add','path':'/c','value':{}},{'op':'add','path':'/c/d','value':1},"
                + "{'op':'copy','from':'/a','path':'/x'},{'op':'replace','path':'/x/b','value':2}]");
    JsonNode before = operations.deepCopy();
    assertEquals(
        json("{'a':{'b':1},'c':{'d':1},'x':{'b':2}}"), JsonPatch.apply(target, operations));
    assertEquals(json("{'a':{'b':1}}"), target);
    assertEquals(before, operations);
  }
}
