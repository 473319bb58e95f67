package dev.hpa.conformance.decisions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1}|{'a':1}|same",
        "{'a':null,'b':[],'c':{},'d':''}|{}|same",
        "{}|{'a':null}|same",
        "{'a':0}|{}|/a",
        "{}|{'a':false}|/a",
        "[{'a':1},{'b':'x'}]|[{'a':1},{'b':'y'}]|/1/b",
        "[1]|[1,2]|/1",
        "{'a':{'b':[1]}}|{'a':{'b':1}}|/a/b",
      })
  void findsTheFirstDifference(String expected, String observed, String path) {
    assertEquals(
        path,
        Difference.between(
                Json.tree(expected.replace('\'', '"')), Json.tree(observed.replace('\'', '"')))
            .map(Difference::path)
            .orElse("same"));
  }
}
