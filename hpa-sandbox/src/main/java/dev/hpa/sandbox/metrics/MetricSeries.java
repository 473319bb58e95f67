package dev.hpa.sandbox.metrics;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One series of a metric, such as one of the queues of an external metric.
 *
 * @param labels the labels that identify the series, sorted; often empty
 */
public record MetricSeries(Metric metric, Map<String, String> labels) {

  public MetricSeries {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /** The only series of a metric. */
  public static MetricSeries of(Metric metric) {
    return new MetricSeries(metric, Map.of());
  }

  /**
   * Parses a metric with optional labels in braces: {@code
   * external/namespaces/shop/queue_depth{queue=orders}}.
   *
   * @throws MetricFormatException if the text is malformed
   */
  public static MetricSeries parse(String text) {
    int brace = text.indexOf('{');
    if (brace < 0) {
      return of(metric(text));
    }
    if (!text.endsWith("}")) {
      throw new MetricFormatException("\"" + text + "\": the labels do not end with }; add it");
    }
    return new MetricSeries(
        metric(text.substring(0, brace)), labels(text.substring(brace + 1, text.length() - 1)));
  }

  private static Metric metric(String text) {
    return Metric.ofPath(List.of(text.split("/", -1)));
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new TreeMap<>();
    for (String pair : text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new MetricFormatException("\"" + pair + "\": not a label; use name=value");
      }
      labels.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return labels;
  }

  @Override
  public String toString() {
    return labels.isEmpty()
        ? metric.toString()
        : metric
            + labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(",", "{", "}"));
  }
}
