package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The responses of metrics APIs and plug-ins as objects of a scenario, and their errors as faults.
 *
 * @param objects to apply
 * @param faults to set
 */
record CapturedMetrics(ArrayNode objects, ArrayNode faults) {

  private static final String RESOURCE = "metrics.k8s.io";
  private static final String CUSTOM = "custom.metrics.k8s.io";
  private static final String EXTERNAL = "external.metrics.k8s.io";

  private static final Pattern PREFIX =
      Pattern.compile("^unable to fetch metrics from \\w+ metrics API: ");

  /** The fields of a series of the custom metrics API; v1beta1 names the metric differently. */
  private static final Set<String> OF_SERIES = Set.of("metric", "metricName", "selector");

  /**
   * @param results results of the providers, in the order of the queries
   * @param labelsOfPods by name
   */
  static CapturedMetrics of(
      List<RecordingApi.Exchange> exchanges,
      List<MetricQuery> queries,
      List<MetricResult> results,
      String namespace,
      Map<String, Map<String, String>> labelsOfPods) {
    CapturedMetrics captured =
        new CapturedMetrics(
            JsonNodeFactory.instance.arrayNode(), JsonNodeFactory.instance.arrayNode());
    ArrayNode external = JsonNodeFactory.instance.arrayNode();
    exchanges.forEach(exchange -> captured.add(exchange, external));
    SyntheticMetrics made = new SyntheticMetrics(namespace, labelsOfPods);
    for (int i = 0; i < queries.size(); i++) {
      MetricQuery query = queries.get(i);
      boolean isOfPlugin = exchanges.stream().noneMatch(exchange -> isAbout(query, exchange));
      switch (results.get(i)) {
        case MetricReading reading -> {
          if (isOfPlugin) {
            made.add(query, reading);
          }
        }
        case MetricFailure failure -> {
          if (failure.category() == Category.SOURCE_FAILED
              || (isOfPlugin && failure.category() != Category.NO_DATA)) {
            captured.faults.add(fault(query, failure));
          }
        }
      }
    }
    captured.objects.addAll(made.objects());
    external.addAll(made.external());
    if (!external.isEmpty()) {
      captured.objects.add(external(namespace, external));
    }
    return captured;
  }

  /** Whether a metrics API received the query; otherwise a plug-in answered it. */
  private static boolean isAbout(MetricQuery query, RecordingApi.Exchange exchange) {
    String path = exchange.request().path();
    return switch (query) {
      case MetricQuery.PodResource resource -> path.startsWith("/apis/" + RESOURCE + "/");
      case MetricQuery.PodMetric pods -> isAbout(CUSTOM, pods.metric(), path);
      case MetricQuery.ObjectMetric object -> isAbout(CUSTOM, object.metric(), path);
      case MetricQuery.ExternalMetric external ->
          isAbout(EXTERNAL, external.metric().toLowerCase(Locale.ROOT), path);
    };
  }

  private static boolean isAbout(String group, String metric, String path) {
    return path.startsWith("/apis/" + group + "/")
        && path.endsWith("/" + ApiRequest.segment(metric));
  }

  private static ObjectNode external(String namespace, ArrayNode series) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", EXTERNAL + "/v1beta1").put("kind", "ExternalMetricValueList");
    list.putObject("metadata").put("namespace", namespace);
    list.set("items", series);
    return list;
  }

  private void add(RecordingApi.Exchange exchange, ArrayNode external) {
    String[] path = exchange.request().path().split("/", -1);
    JsonNode answer = exchange.answer();
    if (path.length < 6 || answer == null) {
      return;
    }
    switch (path[2]) {
      case RESOURCE ->
          answer.path("items").forEach(item -> objects.add(ObjectTrimmer.podMetrics(item)));
      case CUSTOM -> objects.add(custom(answer));
      case EXTERNAL -> answer.path("items").forEach(external::add);
      default -> {}
    }
  }

  private static ObjectNode custom(JsonNode answer) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", CUSTOM + "/v1beta2").put("kind", "MetricValueList");
    ArrayNode items = list.putArray("items");
    for (JsonNode each : answer.path("items")) {
      ObjectNode item = items.addObject();
      each.properties().stream()
          .filter(member -> !OF_SERIES.contains(member.getKey()))
          .forEach(member -> item.set(member.getKey(), member.getValue()));
      item.set("metric", metric(each));
    }
    return list;
  }

  private static JsonNode metric(JsonNode item) {
    if (item.has("metric")) {
      return item.get("metric");
    }
    ObjectNode metric = JsonNodeFactory.instance.objectNode();
    metric.set("name", item.path("metricName"));
    ObjectTrimmer.keep(item, metric, "selector");
    return metric;
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
}
