package dev.hpa.metrics.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {

  private static Rules parse(String yaml) {
    return Rules.parse(yaml.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rules: &a [{seriesFilters: *a}]          | rules[0].seriesFilters: refers to itself
          rules: [{name: {as: a, as: b}}]          | rules[0].name.as: Duplicate field 'as'
          rules: [{seriesQuery: a}, ]              |
          rules: [null]                            | rules[0]: it is empty; remove it
          externalRules: [{seriesFilters: [~]}]    | externalRules[0].seriesFilters[0]: it is empty; remove it
          rules: [{seriesQuery: [a]}]              | rules[0].seriesQuery: Cannot deserialize value of type `java.lang.String` from Array value (token `JsonToken.START_ARRAY`)
          rules: [                                 | line 1: expected the node content, but found '<stream end>'
          """)
  void whatIsMalformedIsNamed(String yaml, @Nullable String problem) {
    if (problem == null) {
      parse(yaml);
      return;
    }
    assertEquals(
        problem, assertThrows(IllegalArgumentException.class, () -> parse(yaml)).getMessage());
  }

  /** YAML 1.1 takes them for truth values and numbers. */
  @Test
  void textsAreAsTheyAreWritten() {
    Rules.Rule rule =
        parse(
                """
                rules:
                - seriesQuery: n
                  name: {matches: 010, as: yes}
                  resources: {namespaced: no, overrides: {on: {resource: 1e3}}}
                """)
            .rules()
            .getFirst();
    assertEquals("n", rule.seriesQuery());
    assertEquals(new Rules.Name("010", "yes"), rule.name());
    assertEquals(
        "Resources[template=null, overrides={on=GroupResource[group=null, resource=1e3]},"
            + " namespaced=false]",
        String.valueOf(rule.resources()));
  }

  @Test
  void theFirstDocumentCounts() {
    assertEquals(1, parse("rules: [{seriesQuery: a}]\n---\nrules: 5\n").rules().size());
    assertEquals(0, parse("").rules().size());
  }
}
