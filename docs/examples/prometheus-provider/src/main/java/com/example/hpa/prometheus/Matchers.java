package com.example.hpa.prometheus;

import dev.hpa.api.Selector;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Label selectors of Kubernetes as label matchers of PromQL.
 *
 * <p>To Prometheus a label that is absent is a label with an empty value, so a selector that
 * distinguishes the two ({@code app=}) selects both. Names of labels become what Prometheus and
 * kube-state-metrics make of them: other characters than letters, digits and underscores turn into
 * underscores.
 */
final class Matchers {

  private Matchers() {}

  /**
   * Matchers separated by commas, nothing for a selector without requirements.
   *
   * @param prefix stands before the name of each label
   * @throws IllegalArgumentException for comparisons of numbers, which PromQL has none of
   */
  static String of(Selector selector, String prefix) {
    return selector.requirements().stream()
        .map(each -> labelName(prefix + each.key()) + condition(each))
        .collect(Collectors.joining(","));
  }

  private static String labelName(String key) {
    String name = key.replaceAll("[^A-Za-z0-9_]", "_");
    return Character.isDigit(name.charAt(0)) ? "_" + name : name;
  }

  private static String condition(Selector.Requirement requirement) {
    return switch (requirement.operator()) {
      case EXISTS -> "!=\"\"";
      case DOES_NOT_EXIST -> "=\"\"";
      case EQUALS, DOUBLE_EQUALS -> "=" + quoted(requirement.values().getFirst());
      case NOT_EQUALS -> "!=" + quoted(requirement.values().getFirst());
      case IN -> "=~" + quoted(anyOf(requirement.values()));
      case NOT_IN -> "!~" + quoted(anyOf(requirement.values()));
      case GREATER_THAN, LESS_THAN ->
          throw new IllegalArgumentException(
              "the selector compares numbers, which queries cannot: " + requirement);
    };
  }

  /** The one character of label values that means something in a regular expression is the dot. */
  private static String anyOf(List<String> values) {
    return values.stream().map(value -> value.replace(".", "\\.")).collect(Collectors.joining("|"));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
