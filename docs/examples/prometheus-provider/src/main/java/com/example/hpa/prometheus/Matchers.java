package com.example.hpa.prometheus;

import dev.hpa.api.Selector;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Converts Kubernetes label selectors to PromQL label matchers.
 *
 * <p>Prometheus does not distinguish an absent label from one with an empty value, so a selector
 * that does ({@code app=}) matches both. In label names, characters other than letters, digits and
 * underscores become underscores, as in Prometheus and kube-state-metrics.
 */
final class Matchers {

  private Matchers() {}

  /**
   * Returns the matchers, separated by commas; empty for a selector without requirements.
   *
   * @param selector label selector
   * @param prefix prefix of each label name
   * @throws IllegalArgumentException for numeric comparisons, which PromQL matchers do not support
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
              "numeric comparisons are not supported in selectors: " + requirement);
    };
  }

  /** The dot is the only character of label values with a meaning in regular expressions. */
  private static String anyOf(List<String> values) {
    return values.stream().map(value -> value.replace(".", "\\.")).collect(Collectors.joining("|"));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
