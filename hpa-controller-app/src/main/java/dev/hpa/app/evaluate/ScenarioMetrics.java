package dev.hpa.app.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.app.cache.PodIndex;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The custom and external metrics of a scenario, and the answers they give. */
final class ScenarioMetrics {

  private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(1);

  private final List<CustomSeries> custom = new ArrayList<>();
  private final Map<String, List<ExternalSeries>> external = new HashMap<>();

  private record CustomSeries(
      CrossVersionObjectReference object,
      String namespace,
      String metric,
      Map<String, String> labels,
      Instant timestamp,
      Duration window,
      long milli) {

    boolean isSameSeries(CustomSeries other) {
      return object.kind().equals(other.object.kind())
          && object.name().equals(other.object.name())
          && namespace.equals(other.namespace)
          && metric.equals(other.metric)
          && labels.equals(other.labels);
    }
  }

  private record ExternalSeries(String metric, Map<String, String> labels, long milli) {}

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
    JsonNode object = item.path("describedObject");
    JsonNode window = item.path("windowSeconds");
    return new CustomSeries(
        new CrossVersionObjectReference(
            object.path("kind").asText(),
            object.path("name").asText(),
            object.path("apiVersion").asText("")),
        object.path("namespace").asText(""),
        item.path("metric").path("name").asText(),
        strings(item.path("metric").path("selector").path("matchLabels")),
        time(item.path("timestamp")),
        window.isNumber() ? Duration.ofSeconds(window.asLong()) : DEFAULT_WINDOW,
        Quantity.parseMilli(item.path("value").asText()));
  }

  private static Instant time(JsonNode node) {
    return node.isTextual() ? Timestamps.parse(node.asText()) : Timestamps.ZERO;
  }

  private static Map<String, String> strings(JsonNode node) {
    Map<String, String> strings = new HashMap<>();
    node.properties().forEach(e -> strings.put(e.getKey(), e.getValue().asText()));
    return strings;
  }

  void applyExternal(JsonNode list) {
    List<ExternalSeries> series = new ArrayList<>();
    for (JsonNode item : list.path("items")) {
      series.add(
          new ExternalSeries(
              item.path("metricName").asText().toLowerCase(Locale.ROOT),
              strings(item.path("metricLabels")),
              Quantity.parseMilli(item.path("value").asText())));
    }
    external.put(list.path("metadata").path("namespace").asText(""), series);
  }

  void deleteDescribing(String namespace, String name) {
    custom.removeIf(
        series ->
            series.object.name().equals(name)
                && (namespace.isEmpty() || series.namespace.equals(namespace)));
  }

  MetricResult answer(MetricQuery query, PodIndex pods, ScenarioFaults faults) {
    try {
      return switch (query) {
        case MetricQuery.PodMetric each -> podMetric(each, pods, faults);
        case MetricQuery.ObjectMetric each -> objectMetric(each, faults);
        case MetricQuery.ExternalMetric each -> externalMetric(each, faults);
        case MetricQuery.PodResource each ->
            throw new IllegalArgumentException("not a custom or external metric: " + each);
      };
    } catch (KubernetesApiException failure) {
      String api = query instanceof MetricQuery.ExternalMetric ? "external" : "custom";
      return new MetricFailure(
          MetricFailure.Category.SOURCE_FAILED,
          "unable to fetch metrics from " + api + " metrics API: " + failure.text());
    }
  }

  private MetricResult podMetric(MetricQuery.PodMetric query, PodIndex pods, ScenarioFaults faults)
      throws KubernetesApiException {
    faults.check("custom.metrics.k8s.io", query.metric());
    Set<String> names =
        pods.select(query.namespace(), query.pods()).stream()
            .map(pod -> pod.pod().name())
            .collect(Collectors.toSet());
    List<PodValue> values = new ArrayList<>();
    for (CustomSeries series : custom) {
      if (series.object.kind().equals("Pod")
          && series.namespace.equals(query.namespace())
          && names.contains(series.object.name())
          && isAsked(series, query.metric(), query.series())) {
        values.add(
            new PodValue(series.object.name(), series.timestamp, series.window, series.milli));
      }
    }
    return values.isEmpty()
        ? noData("no metrics returned from custom metrics API")
        : new MetricReading.PodValues(values);
  }

  private static boolean isAsked(CustomSeries series, String metric, Selector selector) {
    return series.metric.equals(metric) && selector.matches(series.labels);
  }

  private MetricResult objectMetric(MetricQuery.ObjectMetric query, ScenarioFaults faults)
      throws KubernetesApiException {
    faults.check("custom.metrics.k8s.io", query.metric());
    List<CustomSeries> found = new ArrayList<>();
    for (CustomSeries series : custom) {
      if (describes(series, query) && isAsked(series, query.metric(), query.series())) {
        found.add(series);
      }
    }
    if (found.size() != 1) {
      return noData(
          "unable to fetch metrics from custom metrics API: the custom metrics API server returned "
              + found.size()
              + " results when we asked for exactly one");
    }
    return new MetricReading.SingleValue(found.getFirst().milli);
  }

  /** A namespace as the object always means the autoscaler's own, whatever the name says. */
  private static boolean describes(CustomSeries series, MetricQuery.ObjectMetric query) {
    if (!series.object.kind().equals(query.object().kind())) {
      return false;
    }
    if (query.object().kind().equals("Namespace")) {
      return series.object.name().equals(query.namespace());
    }
    return series.namespace.equals(query.namespace())
        && Objects.equals(series.object.name(), query.object().name());
  }

  private MetricResult externalMetric(MetricQuery.ExternalMetric query, ScenarioFaults faults)
      throws KubernetesApiException {
    faults.check("external.metrics.k8s.io", query.metric());
    String metric = query.metric().toLowerCase(Locale.ROOT);
    List<Long> values = new ArrayList<>();
    for (ExternalSeries series : external.getOrDefault(query.namespace(), List.of())) {
      if (series.metric.equals(metric) && query.series().matches(series.labels)) {
        values.add(series.milli);
      }
    }
    return values.isEmpty()
        ? noData("no metrics returned from external metrics API")
        : new MetricReading.Series(values);
  }

  private static MetricFailure noData(String message) {
    return new MetricFailure(MetricFailure.Category.NO_DATA, message);
  }
}
