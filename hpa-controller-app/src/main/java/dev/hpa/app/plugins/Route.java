package dev.hpa.app.plugins;

import dev.hpa.spi.MetricQuery;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends the queries of one kind whose metric has a name of a certain form to a provider.
 *
 * @param pattern of the metric's name; {@code *} stands for any text, {@code ?} for a character
 */
record Route(MetricQuery.Kind kind, String pattern, String provider) {

  private static final Map<String, MetricQuery.Kind> WORDS =
      new TreeMap<>(
          Map.of(
              "resource", MetricQuery.Kind.POD_RESOURCE,
              "pods", MetricQuery.Kind.POD_METRIC,
              "object", MetricQuery.Kind.OBJECT_METRIC,
              "external", MetricQuery.Kind.EXTERNAL_METRIC));

  /**
   * Reads {@code KIND[:PATTERN]=PROVIDER}.
   *
   * @throws IllegalArgumentException when it has another form
   */
  static Route parse(String text) {
    String trimmed = text.strip();
    int equals = trimmed.lastIndexOf('=');
    int colon = trimmed.indexOf(':');
    String word = trimmed.substring(0, colon >= 0 && colon < equals ? colon : Math.max(0, equals));
    MetricQuery.Kind kind = WORDS.get(word);
    if (equals < 0 || equals == trimmed.length() - 1 || kind == null) {
      throw new IllegalArgumentException(
          "\""
              + trimmed
              + "\" is no route; write KIND[:PATTERN]=PROVIDER with KIND one of "
              + String.join(", ", WORDS.keySet()));
    }
    String pattern = colon >= 0 && colon < equals ? trimmed.substring(colon + 1, equals) : "*";
    return new Route(kind, pattern, trimmed.substring(equals + 1));
  }

  boolean takes(MetricQuery query) {
    return query.kind() == kind && matches(pattern, name(query));
  }

  private static boolean matches(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    String rest = pattern.substring(1);
    if (pattern.charAt(0) == '*') {
      return matches(rest, text) || (!text.isEmpty() && matches(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && (pattern.charAt(0) == '?' || pattern.charAt(0) == text.charAt(0))
        && matches(rest, text.substring(1));
  }

  private static String name(MetricQuery query) {
    return switch (query) {
      case MetricQuery.PodResource resource -> resource.resource();
      case MetricQuery.PodMetric pods -> pods.metric();
      case MetricQuery.ObjectMetric object -> object.metric();
      case MetricQuery.ExternalMetric external -> external.metric();
    };
  }

  /** The word for a kind. */
  static String word(MetricQuery.Kind kind) {
    return WORDS.entrySet().stream()
        .filter(each -> each.getValue() == kind)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return word(kind) + (pattern.equals("*") ? "" : ":" + pattern) + "=" + provider;
  }
}
