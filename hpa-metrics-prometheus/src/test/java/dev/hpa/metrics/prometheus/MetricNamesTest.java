package dev.hpa.metrics.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.spi.MetricQuery.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class MetricNamesTest {

  @TempDir private Path folder;

  private MetricNames read(String yaml) throws IOException {
    return MetricNames.read(Files.writeString(folder.resolve("rules.yaml"), yaml));
  }

  /** Without an API server, which decides about resources only. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rules: [{metricsQuery: a}, {metricsQuery: "<<len .Series>>"}]     | rules[1].metricsQuery: function "len" is not supported; use index, eq or ne
          rules: [{metricsQuery: a, resources: {template: "<<.Nope>>"}}]    | rules[0].resources.template: field ".Nope" is not supported; use .Group, .Resource
          externalRules: [{metricsQuery: a, name: {matches: "("}}]          | externalRules[0].name.matches: "(" is no regular expression of Go: missing closing )
          resourceRules: {cpu: {containerQuery: "<<with 1>>"}}              | resourceRules.cpu.containerQuery: action "with" is not supported; use if and range
          """)
  void anInvalidRuleIsNamed(String yaml, String problem) {
    assertEquals(
        problem, assertThrows(IllegalArgumentException.class, () -> read(yaml)).getMessage());
  }

  @Test
  void namesAreThoseOfTheRules() throws IOException {
    MetricNames names =
        read(
            """
            rules:
            - seriesQuery: hits_total
              resources: {overrides: {tenant: {group: example.org, resource: tenants}}}
              name: {matches: ^(.*)_total$}
              metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)
            """);
    assertTrue(names.mayGive(Kind.POD_METRIC, "hits"));
    assertFalse(names.mayGive(Kind.POD_METRIC, "hits_total"));
    assertFalse(names.mayGive(Kind.EXTERNAL_METRIC, "hits"));
  }
}
