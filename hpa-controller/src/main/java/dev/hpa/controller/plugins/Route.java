package dev.hpa.controller.plugins;

import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricQuery;
import java.util.Map;
import java.util.TreeMap;

/** Sends the queries of one kind whose metric's name matches a pattern to a provider. */
record Route(MetricQuery.Kind kind, NamePattern pattern, String provider) {

  private static final Map<String, MetricQuery.Kind> WORDS =
      new TreeMap<>(
          Map.of(
              "resource", MetricQuery.Kind.POD_RESOURCE,
              "pods", MetricQuery.Kind.POD_METRIC,
              "object", MetricQuery.Kind.OBJECT_METRIC,
              "external", MetricQuery.Kind.EXTERNAL_METRIC));

  /**
   * Parses {@code KIND[:PATTERN]=PROVIDER}.
   *
   * @throws IllegalArgumentException if it has another form
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
              + Limit.NAME_CHARS.cut(trimmed)
              + "\" is no route; write KIND[:PATTERN]=PROVIDER with KIND one of "
              + String.join(", ", WORDS.keySet()));
    }
    String pattern = colon >= 0 && colon < equals ? trimmed.substring(colon + 1, equals) : "*";
    return new Route(kind, new NamePattern(pattern), trimmed.substring(equals + 1));
  }

  boolean takes(MetricQuery query) {
    return query.kind() == kind && pattern.matches(name(query));
  }

  private static String name(MetricQuery query) {
    return switch (query) {
      case MetricQuery.PodResource resource -> resource.resource();
      case MetricQuery.PodMetric pods -> pods.metric();
      case MetricQuery.ObjectMetric object -> object.metric();
      case MetricQuery.ExternalMetric external -> external.metric();
    };
  }

  /** The name of a kind in routes. */
  static String word(MetricQuery.Kind kind) {
    return WORDS.entrySet().stream()
        .filter(each -> each.getValue() == kind)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return word(kind) + (pattern.toString().equals("*") ? "" : ":" + pattern) + "=" + provider;
  }
}
