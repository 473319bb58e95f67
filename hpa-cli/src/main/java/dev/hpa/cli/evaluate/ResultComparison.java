package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Expected against observed results, down to the member that differs. */
final class ResultComparison {

  /** One member that differs; the texts are JSON, or {@code (absent)}. */
  record Difference(String path, String expected, String observed) {}

  /** Tells how a result came about and is itself no part of it. */
  private static final String TRACE = "trace";

  private final List<Difference> differences = new ArrayList<>();

  private ResultComparison() {}

  /**
   * Compares what a scenario expects with what came of it. Steps without expectations agree with
   * anything.
   */
  static List<Difference> of(Scenario scenario, ObjectNode output) {
    ResultComparison comparison = new ResultComparison();
    for (int i = 0; i < scenario.steps().size(); i++) {
      JsonNode expect = scenario.steps().get(i).expect();
      if (expect != null) {
        comparison.compare(
            "steps[" + i + "]", expect, output.path("steps").path(i).path("results"));
      }
    }
    return comparison.differences;
  }

  private void compare(String path, JsonNode expected, JsonNode observed) {
    if (expected.isObject() && observed.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      expected.fieldNames().forEachRemaining(names::add);
      observed.fieldNames().forEachRemaining(names::add);
      names.remove(TRACE);
      for (String name : names) {
        compare(path + "." + name, expected.path(name), observed.path(name));
      }
    } else if (expected.isArray() && observed.isArray()) {
      for (int i = 0; i < Math.max(expected.size(), observed.size()); i++) {
        compare(path + "[" + i + "]", expected.path(i), observed.path(i));
      }
    } else if (!isSame(expected, observed)) {
      differences.add(new Difference(path, text(expected), text(observed)));
    }
  }

  /** Absent, null, the empty list and the empty text are one. */
  private static boolean isSame(JsonNode expected, JsonNode observed) {
    return expected.equals(observed) || (isNothing(expected) && isNothing(observed));
  }

  private static boolean isNothing(JsonNode node) {
    return node.isMissingNode()
        || node.isNull()
        || (node.isArray() && node.isEmpty())
        || (node.isTextual() && node.asText().isEmpty());
  }

  private static String text(JsonNode node) {
    return node instanceof MissingNode ? "(absent)" : node.toString();
  }
}
