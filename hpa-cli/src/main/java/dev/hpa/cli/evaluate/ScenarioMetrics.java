package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The custom and external metrics of a scenario. */
final class ScenarioMetrics {

  private final List<CustomSeries> custom = new ArrayList<>();
  private final Map<String, List<ExternalSeries>> external = new HashMap<>();

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
    for (JsonNode item : list.path("items")) {
      CustomSeries series = custom(item);
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
    check(item);
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
  private static void check(JsonNode item) {
    Quantity.parseMilli(item.path("value").asText());
    if (item.path("timestamp").isTextual()) {
      Timestamps.parse(item.path("timestamp").asText());
    }
  }

  private static Map<String, String> strings(JsonNode node) {
    Map<String, String> strings = new HashMap<>();
    node.properties().forEach(e -> strings.put(e.getKey(), e.getValue().asText()));
    return strings;
  }

  void applyExternal(JsonNode list) {
    List<ExternalSeries> series = new ArrayList<>();
    for (JsonNode item : list.path("items")) {
      check(item);
      series.add(
          new ExternalSeries(
              item.path("metricName").asText().toLowerCase(Locale.ROOT),
              strings(item.path("metricLabels")),
              item));
    }
    external.put(list.path("metadata").path("namespace").asText(""), series);
  }

  void deleteDescribing(String namespace, String name) {
    custom.removeIf(
        series ->
            series.name.equals(name)
                && (namespace.isEmpty() || series.namespace.equals(namespace)));
  }

  /** The items that describe pods of these names. */
  List<JsonNode> ofPods(String namespace, Set<String> names, String metric, Selector selector) {
    return custom.stream()
        .filter(each -> each.kind.equals("Pod") && each.namespace.equals(namespace))
        .filter(each -> names.contains(each.name) && each.isAsked(metric, selector))
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
