package dev.hpa.cli.keda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queries of rules have the values that KEDA computes from the result of its query. */
class RuleQueriesTest {

  /** What series have; the query of each selects it by its name. */
  private static final List<String> SERIES =
      List.of(
          "no_number NaN",
          "infinite Inf",
          "minus_infinite -Inf",
          "minus -3",
          "zero 0",
          "low 3",
          "high 30");

  private static final String NOTHING = "none";

  @TempDir private Path folder = Path.of("unset");

  /**
   * A query and its result.
   *
   * @param activation empty if the target is not scaled to zero
   * @param expected "none" for no value
   */
  private record Case(String query, boolean ignoresNull, String activation, String expected) {

    String rule() {
      ObjectNode object = Json.mapper().createObjectNode();
      object.putObject("metadata").put("name", "any");
      ObjectNode spec =
          object.putObject("spec").put("minReplicaCount", activation.isEmpty() ? 1 : 0);
      ObjectNode metadata =
          spec.putArray("triggers").addObject().put("type", "prometheus").putObject("metadata");
      metadata.put("serverAddress", "http://a").put("threshold", "10").put("query", query);
      metadata.put("ignoreNullValues", String.valueOf(ignoresNull));
      if (!activation.isEmpty()) {
        metadata.put("activationThreshold", activation);
      }
      return ScaledObject.convert(object).rules().getFirst().query();
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("sum(no_number)", true, "", "0"),
          new Case("sum(infinite)", true, "", "0"),
          new Case("sum(minus_infinite)", true, "", "0"),
          new Case("sum(minus)", true, "", "0"),
          new Case("sum(zero)", true, "", "0"),
          new Case("sum(missing)", true, "", "0"),
          new Case("sum(low)", true, "", "3"),
          new Case("sum(low)", true, "0", "3"),
          new Case("sum(low)", true, "3", "0"),
          new Case("sum(high)", true, "3", "30"),
          new Case("scalar(high) / 2", true, "", "15"),
          new Case("# of all\nsum(high) # is high", true, "", "30"),
          new Case("sum(low) or sum(high)", true, "2.5", "3"),
          new Case("sum(no_number)", false, "", NOTHING),
          new Case("sum(infinite)", false, "0", NOTHING),
          new Case("sum(minus_infinite)", false, "", NOTHING),
          new Case("sum(missing)", false, "", NOTHING),
          new Case("sum(missing)", false, "5", NOTHING),
          new Case("sum(minus)", false, "", "0"),
          new Case("sum(minus)", false, "5", "0"),
          new Case("sum(low)", false, "5", "0"),
          new Case("sum(high)", false, "5", "30"),
          new Case("42", false, "", "42"));

  @Test
  void resultsAreThoseOfKeda() throws Exception {
    Assumptions.assumeTrue(hasPromtool(), "promtool is not installed");
    StringBuilder test = new StringBuilder("evaluation_interval: 1m\ntests:\n- interval: 1m\n");
    test.append("  input_series:\n");
    for (String each : SERIES) {
      String[] pair = each.split(" ", -1);
      test.append("  - {series: %s, values: '%s'}\n".formatted(pair[0], pair[1]));
    }
    test.append("  promql_expr_test:\n");
    for (Case each : CASES) {
      String samples =
          each.expected().equals(NOTHING) ? "" : "{labels: '{}', value: " + each.expected() + "}";
      test.append(
          "  - {eval_time: 0, expr: %s, exp_samples: [%s]}\n"
              .formatted(Json.text(each.rule()), samples));
    }
    Files.writeString(folder.resolve("test.yaml"), test);
    Process promtool =
        new ProcessBuilder("promtool", "test", "rules", "test.yaml")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(promtool.waitFor(1, TimeUnit.MINUTES), "promtool did not finish");
    assertEquals(0, promtool.exitValue(), output);
  }

  private static boolean hasPromtool() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
  }

  /** Without promtool too: what the query is wrapped in. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(a) | true | '' | ((sum(a)) > 0 < Inf) or on() vector(0)",
        "sum(a) | true | 7.50 | ((sum(a)) > 7.5 < Inf) or on() vector(0)",
        "sum(a) | false | '' | clamp_min(((sum(a)) > -Inf < Inf), 0)",
        "4 | true | '' | (vector(4) > 0 < Inf) or on() vector(0)",
      })
  void queriesAreUnchangedWithinTheirRules(
      String query, boolean ignoresNull, String activation, String rule) {
    assertEquals(rule, new Case(query, ignoresNull, activation, "").rule());
  }
}
