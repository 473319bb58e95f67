package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Serves {@code custom.metrics.k8s.io} like prometheus-adapter: an object without a value and an
 * unknown metric are not found; a selection of objects without values is an empty list.
 */
public final class CustomMetricsHandler {

  public static final String GROUP = "custom.metrics.k8s.io";

  /** The preferred version first. */
  public static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");

  private static final String SERIES_SELECTOR = "metricLabelSelector";

  private final Cluster cluster;
  private final CustomMetrics metrics;

  public CustomMetricsHandler(Cluster cluster, CustomMetrics metrics) {
    this.cluster = cluster;
    this.metrics = metrics;
  }

  public ApiResponse answer(ApiRequest request) {
    if (!request.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    String version = request.path().get(2);
    List<String> path = request.path().subList(3, request.path().size());
    if (!VERSIONS.contains(version) || path.size() < 3) {
      throw RequestInfo.notFound();
    }
    Metric.OfObject metric = Metric.OfObject.ofPath(path);
    if (metric == null) {
      throw notFound(path.getLast(), path.get(path.size() - 3) + " " + path.get(path.size() - 2));
    }
    Selector series = request.selector(SERIES_SELECTOR);
    List<CustomMetrics.Reading> readings =
        metric.object().name().equals("*")
            ? several(metric, request.selector("labelSelector"), series)
            : one(metric, series);
    return ApiResponse.json(200, list(version, metric.name(), series, readings));
  }

  private List<CustomMetrics.Reading> one(Metric.OfObject metric, Selector series) {
    CustomMetrics.Reading reading = metrics.of(metric, series);
    if (reading == null) {
      throw notFound(metric.name(), metric.type().qualified() + " " + metric.object().name());
    }
    return List.of(reading);
  }

  private List<CustomMetrics.Reading> several(
      Metric.OfObject metric, Selector objects, Selector series) {
    String resource = metric.type().qualified();
    if (!metrics.all().contains(new CustomMetrics.Known(metric.type(), metric.name()))) {
      throw notFound(metric.name(), resource);
    }
    return metrics.of(metric.type(), metric.object().namespace(), metric.name(), objects, series);
  }

  private static StatusException notFound(String metric, String of) {
    return StatusException.of(
        404, "NotFound", "the server could not find the metric " + metric + " for " + of);
  }

  private ObjectNode list(
      String version, String metric, Selector series, List<CustomMetrics.Reading> readings) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "MetricValueList").put("apiVersion", GROUP + "/" + version);
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    JsonNode selector =
        series.isEmpty() ? NullNode.getInstance() : Json.tree(labelSelector(series));
    String now = Timestamps.format(cluster.now());
    boolean newest = version.equals("v1beta2");
    for (CustomMetrics.Reading reading : readings) {
      ObjectNode item = items.addObject();
      describe(reading, item.putObject("describedObject"));
      if (newest) {
        item.putObject("metric").put("name", metric).set("selector", selector);
      } else {
        item.put("metricName", metric);
      }
      item.put("timestamp", now);
      if (reading.window() != null) {
        item.put(newest ? "windowSeconds" : "window", reading.window().toSeconds());
      }
      item.put("value", reading.amount().toString());
      if (!newest) {
        item.set("selector", selector);
      }
    }
    return list;
  }

  private static void describe(CustomMetrics.Reading reading, ObjectNode into) {
    ResourceType type = reading.type();
    into.put("kind", type.kind());
    if (type.namespaced()) {
      into.put("namespace", reading.object().namespace());
    }
    into.put("name", reading.object().name());
    // The core group is the empty string, followed by the slash.
    into.put("apiVersion", type.group() + "/" + type.storedVersion().name());
  }

  /** A selector in the format of v1beta2. */
  private static LabelSelector labelSelector(Selector selector) {
    Map<String, String> labels = new TreeMap<>();
    List<LabelSelector.Requirement> expressions = new ArrayList<>();
    for (Selector.Requirement requirement : selector.requirements()) {
      String key = requirement.key();
      List<String> values = requirement.values();
      switch (requirement.operator()) {
        case EQUALS, DOUBLE_EQUALS -> labels.put(key, values.getFirst());
        case IN -> expressions.add(new LabelSelector.Requirement(key, "In", values));
        case NOT_IN, NOT_EQUALS ->
            expressions.add(new LabelSelector.Requirement(key, "NotIn", values));
        case EXISTS -> expressions.add(new LabelSelector.Requirement(key, "Exists", null));
        case DOES_NOT_EXIST ->
            expressions.add(new LabelSelector.Requirement(key, "DoesNotExist", null));
        case GREATER_THAN, LESS_THAN ->
            throw StatusException.badRequest(
                "selectors with > or < are not supported for metrics: " + requirement);
      }
    }
    return new LabelSelector(labels, expressions);
  }
}
