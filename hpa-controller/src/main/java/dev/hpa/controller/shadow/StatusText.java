package dev.hpa.controller.shadow;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of a status, for log lines and comparisons. */
final class StatusText {

  private StatusText() {}

  /** The conditions with their reasons, by type. */
  static Map<String, String> reasons(HpaStatus status) {
    Map<String, String> reasons = new TreeMap<>();
    for (HpaCondition condition : status.conditionsOrEmpty()) {
      reasons.put(condition.type(), condition.status() + "/" + condition.reason());
    }
    return reasons;
  }

  /** Metrics and conditions in one line. */
  static String of(HpaStatus status) {
    Stream<String> metrics = status.currentMetricsOrEmpty().stream().map(StatusText::metric);
    Stream<String> conditions =
        status.conditionsOrEmpty().stream()
            .map(each -> each.type() + "=" + each.status() + " " + each.reason());
    return Stream.concat(metrics, conditions).collect(Collectors.joining(", "));
  }

  private static String metric(MetricStatus metric) {
    MetricValueStatus current = ReportedMetrics.current(metric);
    StringBuilder text = new StringBuilder(name(metric));
    if (current.averageUtilization() != null) {
      text.append(' ').append(current.averageUtilization()).append('%');
    }
    if (current.averageValue() != null) {
      text.append(" average ").append(current.averageValue());
    }
    if (current.value() != null) {
      text.append(" value ").append(current.value());
    }
    return text.toString();
  }

  private static String name(MetricStatus metric) {
    if (metric.resource() != null) {
      return metric.resource().name();
    }
    if (metric.containerResource() != null) {
      return metric.containerResource().name();
    }
    if (metric.pods() != null) {
      return metric.pods().metric().name();
    }
    if (metric.object() != null) {
      return metric.object().metric().name();
    }
    return metric.external() == null ? "unreadable metric" : metric.external().metric().name();
  }
}
