package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import java.time.Instant;
import java.util.List;

/**
 * Serves {@code external.metrics.k8s.io}: each series of a metric is an item. A selector without
 * matches returns an empty list; a metric without series in the namespace is not found.
 */
public final class ExternalMetricsHandler {

  public static final String GROUP = "external.metrics.k8s.io";
  public static final String VERSION = "v1beta1";

  private final Cluster cluster;
  private final MetricValues values;

  public ExternalMetricsHandler(Cluster cluster, MetricValues values) {
    this.cluster = cluster;
    this.values = values;
  }

  public ApiResponse answer(ApiRequest request) {
    if (!request.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    List<String> path = request.path();
    Metric.External metric = Metric.External.ofPath(path.subList(3, path.size()));
    if (metric == null || !path.get(2).equals(VERSION)) {
      throw RequestInfo.notFound();
    }
    List<MetricValues.Entry> series = values.of(metric);
    if (series.isEmpty()) {
      throw StatusException.of(
          404,
          "NotFound",
          "the server could not find the metric " + metric.name() + " for namespaces");
    }
    return ApiResponse.json(200, list(metric.name(), series, request.selector("labelSelector")));
  }

  private ObjectNode list(String metric, List<MetricValues.Entry> series, Selector selector) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "ExternalMetricValueList").put("apiVersion", GROUP + "/" + VERSION);
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    String shown = Timestamps.format(cluster.now());
    Instant now = cluster.timeline().now();
    for (MetricValues.Entry entry : series) {
      if (selector.matches(entry.series().labels())) {
        ObjectNode item = items.addObject().put("metricName", metric);
        ObjectNode labels = item.putObject("metricLabels");
        entry.series().labels().forEach(labels::put);
        item.put("timestamp", shown);
        if (entry.value().window() != null) {
          item.put("window", entry.value().window().toSeconds());
        }
        item.put("value", entry.at(now).toString());
      }
    }
    return list;
  }
}
