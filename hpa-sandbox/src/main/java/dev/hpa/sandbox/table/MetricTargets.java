package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats the metrics of an autoscaler as current and target values. A metric is paired with the
 * status at the same index, if that has a value of the same kind.
 */
public final class MetricTargets {

  private static final int SHOWN = 2;

  private MetricTargets() {}

  /** As {@code kubectl get} prints them. */
  public static String text(JsonNode metrics, JsonNode statuses) {
    if (metrics.isEmpty()) {
      return FieldReader.NONE;
    }
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < Math.min(metrics.size(), SHOWN); i++) {
      shown.add(metric(metrics.path(i), statuses.path(i)));
    }
    String text = String.join(", ", shown);
    int more = metrics.size() - SHOWN;
    return more > 0 ? text + " + " + more + " more..." : text;
  }

  private static String metric(JsonNode metric, JsonNode status) {
    return switch (FieldReader.text(metric.path("type"))) {
      case "Resource" -> ofResource(metric.path("resource"), status.path("resource"));
      case "ContainerResource" ->
          ofResource(metric.path("containerResource"), status.path("containerResource"));
      case "Pods" -> average(metric.path("pods"), status.path("pods"));
      case "Object" -> valueOrAverage(metric.path("object"), status.path("object"));
      case "External" -> valueOrAverage(metric.path("external"), status.path("external"));
      default -> "<unknown type>";
    };
  }

  private static String ofResource(JsonNode metric, JsonNode status) {
    String name = FieldReader.text(metric.path("name")) + ": ";
    return hasAverage(metric.path("target"))
        ? name + average(metric, status)
        : name + utilization(metric.path("target"), status.path("current"));
  }

  private static String utilization(JsonNode target, JsonNode current) {
    return percent(current, FieldReader.UNKNOWN) + "/" + percent(target, "<auto>");
  }

  private static String percent(JsonNode values, String otherwise) {
    JsonNode utilization = values.path("averageUtilization");
    return FieldReader.isPresent(utilization) ? FieldReader.number(utilization) + "%" : otherwise;
  }

  private static String average(JsonNode metric, JsonNode status) {
    String current =
        FieldReader.isPresent(status)
            ? quantity(status.path("current").path("averageValue"))
            : FieldReader.UNKNOWN;
    return current + "/" + quantity(metric.path("target").path("averageValue"));
  }

  private static String valueOrAverage(JsonNode metric, JsonNode status) {
    JsonNode target = metric.path("target");
    JsonNode current = status.path("current");
    if (hasAverage(target)) {
      String average =
          hasAverage(current) ? quantity(current.path("averageValue")) : FieldReader.UNKNOWN;
      return average + "/" + quantity(target.path("averageValue")) + " (avg)";
    }
    String value =
        FieldReader.isPresent(status) ? quantity(current.path("value")) : FieldReader.UNKNOWN;
    return value + "/" + quantity(target.path("value"));
  }

  private static boolean hasAverage(JsonNode values) {
    return FieldReader.isPresent(values.path("averageValue"));
  }

  private static String quantity(JsonNode value) {
    return FieldReader.isPresent(value)
        ? Quantity.parse(FieldReader.text(value)).toString()
        : "<nil>";
  }
}
