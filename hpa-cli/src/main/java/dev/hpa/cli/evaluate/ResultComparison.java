package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Compares expected and observed results field by field. */
final class ResultComparison {

  /** One difference; the values are JSON, or {@code (absent)}. */
  record Difference(String path, String expected, String observed) {}

  /** The trace is not part of the result. */
  private static final String TRACE = "trace";

  private final List<Difference> differences = new ArrayList<>();

  private ResultComparison() {}

  /**
   * Compares the expectations of a scenario with its results. Steps without expectations always
   * match.
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

  /**
   * Absent, null, empty list and empty string are equal. Numbers are compared as text: nodes of
   * different Java types are never equal.
   */
  private static boolean isSame(JsonNode expected, JsonNode observed) {
    return expected.equals(observed)
        || (expected.isNumber() && text(expected).equals(text(observed)))
        || (isNothing(expected) && isNothing(observed));
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
