package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts metric values of plug-ins to objects of the metrics APIs, so that a scenario reproduces
 * them without the plug-in. Values are added one by one.
 */
final class SyntheticMetrics {

  private final String namespace;
  private final Map<String, Map<String, String>> labelsOfPods;
  private final Map<String, ObjectNode> pods = new LinkedHashMap<>();
  private final ArrayNode custom = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode external = JsonNodeFactory.instance.arrayNode();

  SyntheticMetrics(String namespace, Map<String, Map<String, String>> labelsOfPods) {
    this.namespace = namespace;
    this.labelsOfPods = labelsOfPods;
  }

  void add(MetricQuery query, MetricReading reading) {
    switch (query) {
      case MetricQuery.PodResource resource ->
          values(reading).forEach(value -> addUsage(resource, value));
      case MetricQuery.PodMetric metric ->
          values(reading)
              .forEach(
                  value ->
                      item("Pod", value.pod(), metric.metric(), metric.series(), value.milli())
                          .put("timestamp", Timestamps.format(value.timestamp()))
                          .put("windowSeconds", value.window().toSeconds()));
      case MetricQuery.ObjectMetric metric -> {
        if (reading instanceof MetricReading.SingleValue value) {
          String kind = metric.object().kind();
          item(kind, metric.object().name(), metric.metric(), metric.series(), value.milli());
        }
      }
      case MetricQuery.ExternalMetric metric -> {
        if (reading instanceof MetricReading.Series series) {
          series.milli().forEach(milli -> addSeries(metric, milli));
        }
      }
    }
  }

  private static List<PodValue> values(MetricReading reading) {
    return reading instanceof MetricReading.PodValues pods ? pods.values() : List.of();
  }

  private void addUsage(MetricQuery.PodResource query, PodValue value) {
    ObjectNode pod = pods.computeIfAbsent(value.pod(), this::pod);
    pod.put("timestamp", Timestamps.format(value.timestamp()));
    pod.put("window", GoDuration.format(value.window()));
    container(pod.withArrayProperty("containers"), query.container())
        .withObjectProperty("usage")
        .put(query.resource(), quantity(value.milli()));
  }

  private ObjectNode pod(String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "metrics.k8s.io/v1beta1").put("kind", "PodMetrics");
    ObjectNode metadata = pod.putObject("metadata").put("name", name).put("namespace", namespace);
    metadata.set("labels", Json.tree(labelsOfPods.getOrDefault(name, Map.of())));
    return pod;
  }

  /** The usage of a whole pod is represented as that of one container. */
  private static ObjectNode container(ArrayNode containers, @Nullable String asked) {
    String name = asked == null ? "pod" : asked;
    for (JsonNode each : containers) {
      if (each.path("name").asText().equals(name)) {
        return (ObjectNode) each;
      }
    }
    return containers.addObject().put("name", name);
  }

  private ObjectNode item(String kind, String name, String metric, Selector series, long milli) {
    ObjectNode item = custom.addObject();
    item.putObject("describedObject")
        .put("kind", kind)
        .put("name", name)
        .put("namespace", namespace);
    ObjectNode identifier = item.putObject("metric").put("name", metric);
    identifier.putObject("selector").set("matchLabels", Json.tree(labels(series)));
    return item.put("value", quantity(milli));
  }

  private void addSeries(MetricQuery.ExternalMetric metric, long milli) {
    ObjectNode item = external.addObject().put("metricName", metric.metric());
    item.set("metricLabels", Json.tree(labels(metric.series())));
    item.put("value", quantity(milli));
  }

  /** Labels that match the selector; the real ones are unknown. */
  private static Map<String, String> labels(Selector selector) {
    Map<String, String> labels = new TreeMap<>();
    for (Selector.Requirement each : selector.requirements()) {
      switch (each.operator()) {
        case EQUALS, DOUBLE_EQUALS, IN -> labels.put(each.key(), each.values().getFirst());
        case EXISTS -> labels.put(each.key(), "");
        case GREATER_THAN -> labels.put(each.key(), beside(each, 1));
        case LESS_THAN -> labels.put(each.key(), beside(each, -1));
        case DOES_NOT_EXIST, NOT_EQUALS, NOT_IN -> {}
      }
    }
    return labels;
  }

  private static String beside(Selector.Requirement requirement, int step) {
    return String.valueOf(Long.parseLong(requirement.values().getFirst()) + step);
  }

  private static String quantity(long milli) {
    return milli + "m";
  }

  /** The objects to apply for pods and custom metrics. */
  List<ObjectNode> objects() {
    List<ObjectNode> objects = new ArrayList<>(pods.values());
    if (!custom.isEmpty()) {
      ObjectNode list = JsonNodeFactory.instance.objectNode();
      list.put("apiVersion", "custom.metrics.k8s.io/v1beta2").put("kind", "MetricValueList");
      list.set("items", custom);
      objects.add(list);
    }
    return objects;
  }

  /** The items of external metrics, which are one list in a scenario. */
  ArrayNode external() {
    return external;
  }
}
