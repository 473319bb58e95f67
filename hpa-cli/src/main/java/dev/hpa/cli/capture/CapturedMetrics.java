package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The results of metric queries as objects and faults of the metrics APIs.
 *
 * <p>Values and times are those that the provider read, whatever else the response contained: a
 * response may have labels or metric names that differ from the query, and the controller uses it
 * all the same. Labels of series are those of the response if the query selects them.
 */
final class CapturedMetrics {

  private static final String RESOURCE = "metrics.k8s.io";
  private static final String CUSTOM = "custom.metrics.k8s.io";
  private static final String EXTERNAL = "external.metrics.k8s.io";

  private static final Pattern PREFIX =
      Pattern.compile("^unable to fetch metrics from \\w+ metrics API: ");

  /** {@code /apis/GROUP/VERSION/namespaces/NAMESPACE}, split at the slashes. */
  private static final int MIN_SEGMENTS = 6;

  private final List<RecordingApi.Exchange> exchanges;
  private final String namespace;
  private final CapturedUsage usage;
  private final Items custom = new Items();
  private final Items external = new Items();
  private final ArrayNode faults = JsonNodeFactory.instance.arrayNode();

  private CapturedMetrics(
      List<RecordingApi.Exchange> exchanges,
      String namespace,
      Map<String, Map<String, String>> labelsOfPods) {
    this.exchanges = exchanges;
    this.namespace = namespace;
    this.usage = new CapturedUsage(exchanges, namespace, labelsOfPods);
  }

  /**
   * @param labelsOfPods by name
   */
  static CapturedMetrics of(
      List<RecordingApi.Exchange> exchanges,
      Map<MetricQuery, MetricResult> results,
      String namespace,
      Map<String, Map<String, String>> labelsOfPods) {
    CapturedMetrics captured = new CapturedMetrics(exchanges, namespace, labelsOfPods);
    results.forEach(captured::add);
    return captured;
  }

  private void add(MetricQuery query, MetricResult result) {
    switch (result) {
      case MetricReading reading -> add(query, reading);
      case MetricFailure failure -> {
        if (failure.category() != Category.NO_DATA
            || query.kind() == MetricQuery.Kind.OBJECT_METRIC) {
          faults.add(fault(query, failure));
        }
      }
    }
  }

  private void add(MetricQuery query, MetricReading reading) {
    switch (query) {
      case MetricQuery.PodResource resource -> usage.add(resource, values(reading));
      case MetricQuery.PodMetric metric ->
          addCustom(
              values(reading).stream().map(CapturedMetrics::ofPod).toList(),
              metric.metric(),
              metric.series(),
              labels(CUSTOM, "*", metric.metric(), metric.series()));
      case MetricQuery.ObjectMetric metric -> {
        if (reading instanceof MetricReading.SingleValue value) {
          String kind = metric.object().kind();
          String name = metric.object().name();
          addCustom(
              List.of(
                  described(
                      kind, name, stated(value.milli(), value.outOfRange()), value.timestamp())),
              metric.metric(),
              metric.series(),
              labels(CUSTOM, name, metric.metric(), metric.series()));
        }
      }
      case MetricQuery.ExternalMetric metric -> {
        if (reading instanceof MetricReading.Series series) {
          addExternal(metric, series);
        }
      }
    }
  }

  private static List<PodValue> values(MetricReading reading) {
    return reading instanceof MetricReading.PodValues pods ? pods.values() : List.of();
  }

  private static ObjectNode ofPod(PodValue value) {
    return described(
            "Pod", value.pod(), stated(value.milli(), value.outOfRange()), value.timestamp())
        .put("windowSeconds", value.window().toSeconds());
  }

  private static ObjectNode described(
      String kind, String name, Quantity value, @Nullable Instant timestamp) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.putObject("describedObject").put("kind", kind).put("name", name);
    return valued(item, value, timestamp);
  }

  private static ObjectNode valued(ObjectNode item, Quantity value, @Nullable Instant timestamp) {
    if (timestamp != null) {
      item.put("timestamp", Timestamps.format(timestamp));
    }
    return item.put("value", value.toString());
  }

  /** A number that 64 bits do not hold as its source stated it. */
  static Quantity stated(long milli, @Nullable Quantity outOfRange) {
    return outOfRange == null ? Quantity.ofMilli(milli, Quantity.Format.DECIMAL_SI) : outOfRange;
  }

  private void addCustom(
      List<ObjectNode> values,
      String metric,
      Selector selector,
      List<Map<String, String>> labelsOfValues) {
    SelectedLabels selected = new SelectedLabels(selector);
    List<ObjectNode> items = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ObjectNode item = values.get(i);
      item.withObject("/describedObject").put("namespace", namespace);
      ObjectNode identifier = item.putObject("metric").put("name", metric);
      identifier
          .putObject("selector")
          .set("matchLabels", Json.tree(selected.of(labelsOfValues, i)));
      items.add(item);
    }
    custom.addMissing(items);
  }

  private void addExternal(MetricQuery.ExternalMetric query, MetricReading.Series series) {
    List<Map<String, String>> labels =
        labels(EXTERNAL, namespace, query.metric().toLowerCase(Locale.ROOT), query.series());
    SelectedLabels selected = new SelectedLabels(query.series());
    List<ObjectNode> items = new ArrayList<>();
    for (int i = 0; i < series.milli().size(); i++) {
      ObjectNode item = JsonNodeFactory.instance.objectNode().put("metricName", query.metric());
      item.set("metricLabels", Json.tree(selected.of(labels, i)));
      Quantity value = stated(series.milli().get(i), series.outOfRange().get(i));
      items.add(valued(item, value, series.timestamp()));
    }
    external.addMissing(items);
  }

  /** The items of a list, with how often each is in it. */
  private static final class Items {
    private final ArrayNode list = JsonNodeFactory.instance.arrayNode();
    private final Map<String, Integer> counts = new HashMap<>();

    /** Adds the items that queries with overlapping selectors have not added before. */
    void addMissing(List<ObjectNode> items) {
      Map<String, Integer> found = new HashMap<>();
      for (ObjectNode item : items) {
        String text = item.toString();
        int number = found.merge(text, 1, Integer::sum);
        if (number > counts.getOrDefault(text, 0)) {
          counts.put(text, number);
          list.add(item);
        }
      }
    }
  }

  /**
   * The labels of each item in the response to a query; empty if a plug-in answered it.
   *
   * @param before the path segment before the name of the metric
   */
  private List<Map<String, String>> labels(
      String group, String before, String metric, Selector selector) {
    String parameter = group.equals(EXTERNAL) ? "labelSelector" : "metricLabelSelector";
    for (RecordingApi.Exchange exchange : exchanges) {
      List<String> path = List.of(exchange.request().path().split("/", -1));
      JsonNode answer = exchange.answer();
      if (answer != null
          && path.size() > MIN_SEGMENTS
          && path.get(2).equals(group)
          && path.getLast().equals(ApiRequest.segment(metric))
          && path.get(path.size() - 2).equals(ApiRequest.segment(before))
          && exchange.request().query().getOrDefault(parameter, "").equals(selector.toString())) {
        return answer.path("items").valueStream().map(SelectedLabels::ofItem).toList();
      }
    }
    return List.of();
  }

  /** A call of the scenario that fails with the error message, without the provider's prefix. */
  private static ObjectNode fault(MetricQuery query, MetricFailure failure) {
    ObjectNode fault = JsonNodeFactory.instance.objectNode();
    switch (query) {
      case MetricQuery.PodResource resource -> fault.put("api", RESOURCE);
      case MetricQuery.PodMetric pods -> fault.put("api", CUSTOM).put("metric", pods.metric());
      case MetricQuery.ObjectMetric object ->
          fault.put("api", CUSTOM).put("metric", object.metric());
      case MetricQuery.ExternalMetric external ->
          fault.put("api", EXTERNAL).put("metric", external.metric());
    }
    return fault
        .put("code", 500)
        .put("reason", "InternalError")
        .put("message", PREFIX.matcher(failure.message()).replaceFirst(""));
  }

  /** The objects to apply. */
  List<ObjectNode> objects() {
    List<ObjectNode> objects = new ArrayList<>(usage.objects());
    if (!custom.list.isEmpty()) {
      objects.add(list(CUSTOM + "/v1beta2", "MetricValueList", custom.list));
    }
    if (!external.list.isEmpty()) {
      ObjectNode list = list(EXTERNAL + "/v1beta1", "ExternalMetricValueList", external.list);
      list.withObject("/metadata").put("namespace", namespace);
      objects.add(list);
    }
    return objects;
  }

  private static ObjectNode list(String apiVersion, String kind, ArrayNode items) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", apiVersion).put("kind", kind).putObject("metadata");
    list.set("items", items);
    return list;
  }

  /** The faults to set. */
  ArrayNode faults() {
    return faults;
  }
}
