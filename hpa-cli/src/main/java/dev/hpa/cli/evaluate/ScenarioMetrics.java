package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The custom and external metrics of a scenario. */
final class ScenarioMetrics {

  private final List<CustomSeries> custom = new ArrayList<>();
  private final Map<String, List<ExternalSeries>> external = new HashMap<>();
  private final Set<String> namespacesOfStep = new HashSet<>();

  /**
   * @param item as in the API
   */
  private record CustomSeries(
      String kind,
      String name,
      String namespace,
      String metric,
      Map<String, String> labels,
      JsonNode item) {

    boolean isSameSeries(CustomSeries other) {
      return kind.equals(other.kind)
          && name.equals(other.name)
          && namespace.equals(other.namespace)
          && metric.equals(other.metric)
          && labels.equals(other.labels);
    }

    boolean isAsked(String askedMetric, Selector selector) {
      return metric.equals(askedMetric) && selector.matches(labels);
    }
  }

  private record ExternalSeries(String metric, Map<String, String> labels, JsonNode item) {}

  void applyCustom(JsonNode list) {
    JsonNode items = list.path("items");
    for (int i = 0; i < items.size(); i++) {
      check(items.get(i), i);
      CustomSeries series = custom(items.get(i));
      int known = indexOf(series);
      if (known < 0) {
        custom.add(series);
      } else {
        custom.set(known, series);
      }
    }
  }

  private int indexOf(CustomSeries series) {
    for (int i = 0; i < custom.size(); i++) {
      if (custom.get(i).isSameSeries(series)) {
        return i;
      }
    }
    return -1;
  }

  private static CustomSeries custom(JsonNode item) {
    JsonNode object = item.path("describedObject");
    return new CustomSeries(
        object.path("kind").asText(),
        object.path("name").asText(),
        object.path("namespace").asText(""),
        item.path("metric").path("name").asText(),
        strings(item.path("metric").path("selector").path("matchLabels")),
        item);
  }

  /** An invalid value is an error of the scenario, not a failure of the metrics API. */
  private static void check(JsonNode item, int index) {
    String place = "items[" + index + "].";
    checkQuantity(item.path("value"), place + "value");
    checkTime(item, place + "timestamp");
  }

  /**
   * Checks the usage of a pod.
   *
   * @throws IllegalArgumentException if a quantity or the time is malformed
   */
  static void checkUsage(JsonNode podMetrics) {
    checkTime(podMetrics, "timestamp");
    JsonNode containers = podMetrics.path("containers");
    for (int i = 0; i < containers.size(); i++) {
      for (Map.Entry<String, JsonNode> usage : containers.get(i).path("usage").properties()) {
        checkQuantity(usage.getValue(), "containers[" + i + "].usage." + usage.getKey());
      }
    }
  }

  private static void checkQuantity(JsonNode value, String place) {
    try {
      Quantity.parseMilli(value.asText());
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is not a quantity; write a number such as 40, 1500m or 3Mi"
              .formatted(place, value.asText()),
          malformed);
    }
  }

  private static void checkTime(JsonNode object, String place) {
    JsonNode time = object.path("timestamp");
    if (!time.isTextual()) {
      return;
    }
    try {
      Timestamps.parse(time.asText());
    } catch (IllegalArgumentException | DateTimeException malformed) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is not a time; write it as 1999-12-31T23:59:50Z"
              .formatted(place, time.asText()),
          malformed);
    }
  }

  private static Map<String, String> strings(JsonNode node) {
    Map<String, String> strings = new HashMap<>();
    node.properties().forEach(e -> strings.put(e.getKey(), e.getValue().asText()));
    return strings;
  }

  /** Begins a step: its lists of external metrics replace those of earlier steps. */
  void begin() {
    namespacesOfStep.clear();
  }

  /**
   * Applies a response of the external metrics API. It is about one metric, so that the lists of a
   * namespace in one step add up.
   *
   * @throws IllegalArgumentException if the list has no namespace, which its items lack, or an item
   *     is malformed
   */
  void applyExternal(JsonNode list) {
    String namespace = list.path("metadata").path("namespace").asText("");
    if (namespace.isEmpty()) {
      throw new IllegalArgumentException(
          "metadata.namespace: required; add the namespace of the HPA, which a response of"
              + " the API does not contain");
    }
    List<ExternalSeries> series = new ArrayList<>();
    JsonNode items = list.path("items");
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      check(item, i);
      series.add(
          new ExternalSeries(
              item.path("metricName").asText().toLowerCase(Locale.ROOT),
              strings(item.path("metricLabels")),
              item));
    }
    if (namespacesOfStep.add(namespace)) {
      external.remove(namespace);
    }
    external.computeIfAbsent(namespace, any -> new ArrayList<>()).addAll(series);
  }

  void deleteDescribing(String namespace, String name) {
    custom.removeIf(
        series ->
            series.name.equals(name)
                && (namespace.isEmpty() || series.namespace.equals(namespace)));
  }

  /**
   * The items that describe pods.
   *
   * @param others pods whose values the request does not select; a pod that does not exist is in
   *     the response, because adapters return values from before its deletion
   */
  List<JsonNode> ofPods(String namespace, Set<String> others, String metric, Selector selector) {
    return custom.stream()
        .filter(each -> each.kind.equals("Pod") && each.namespace.equals(namespace))
        .filter(each -> !others.contains(each.name) && each.isAsked(metric, selector))
        .map(CustomSeries::item)
        .toList();
  }

  /** The items that describe an object in a namespace. */
  List<JsonNode> ofObject(
      String namespace, String kind, String name, String metric, Selector selector) {
    return custom.stream()
        .filter(each -> each.kind.equals(kind) && each.namespace.equals(namespace))
        .filter(each -> each.name.equals(name) && each.isAsked(metric, selector))
        .map(CustomSeries::item)
        .toList();
  }

  /** The items that describe a namespace itself. */
  List<JsonNode> ofNamespace(String namespace, String metric, Selector selector) {
    return custom.stream()
        .filter(each -> each.kind.equals("Namespace") && each.name.equals(namespace))
        .filter(each -> each.isAsked(metric, selector))
        .map(CustomSeries::item)
        .toList();
  }

  /**
   * The items of an external metric.
   *
   * @param metric name in lower case, as in requests
   */
  List<JsonNode> external(String namespace, String metric, Selector selector) {
    return external.getOrDefault(namespace, List.of()).stream()
        .filter(each -> each.metric.equals(metric) && selector.matches(each.labels))
        .map(ExternalSeries::item)
        .toList();
  }
}
