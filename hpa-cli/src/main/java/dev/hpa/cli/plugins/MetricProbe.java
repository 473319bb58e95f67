package dev.hpa.cli.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.UsageException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Map;

/** Reads one metric through the providers of a run, without a cluster. */
final class MetricProbe {

  private static final int PARTS_OF_AN_OBJECT = 3;

  private MetricProbe() {}

  /**
   * Parses a query.
   *
   * @param text {@code external:METRIC}, {@code pods:METRIC}, {@code resource:NAME} or {@code
   *     object:KIND/NAME/METRIC}
   * @param labels labels of the series
   * @throws UsageException if the format is invalid
   */
  static MetricQuery parse(String text, String namespace, Map<String, String> labels) {
    int colon = text.indexOf(':');
    String kind = text.substring(0, Math.max(0, colon));
    String name = text.substring(colon + 1);
    LabelSelector written = new LabelSelector(labels, List.of());
    Selector series = written.toSelector();
    if (!name.isEmpty()) {
      switch (kind) {
        case "external" -> {
          return new MetricQuery.ExternalMetric(
              namespace, name, series, labels.isEmpty() ? null : written);
        }
        case "pods" -> {
          return new MetricQuery.PodMetric(namespace, Selector.everything(), name, series);
        }
        case "resource" -> {
          return new MetricQuery.PodResource(namespace, Selector.everything(), name, null);
        }
        case "object" -> {
          String[] parts = name.split("/", -1);
          if (parts.length == PARTS_OF_AN_OBJECT) {
            return new MetricQuery.ObjectMetric(
                namespace,
                new CrossVersionObjectReference(parts[0], parts[1], "v1"),
                parts[2],
                series);
          }
        }
        default -> {
          // refused below
        }
      }
    }
    throw new UsageException(
        "--probe: \""
            + text
            + "\" is not a metric; write external:METRIC, pods:METRIC, resource:NAME or"
            + " object:KIND/NAME/METRIC");
  }

  /**
   * Queries the provider that a controller with this configuration would query.
   *
   * @throws dev.hpa.controller.plugins.PluginException if the provider configuration is invalid
   */
  static MetricResult read(MetricQuery query, ProviderConfig config) {
    HorizontalPodAutoscaler asking =
        HpaVersion.V2.decode(
            "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\"}");
    try (Timeline timeline = Timeline.real();
        Sources sources = Sources.over(new NoCluster(), timeline, config)) {
      return sources.metrics().read(asking, List.of(query), SyncMemory.UNLIMITED).getFirst();
    }
  }

  /** The result as JSON: values as quantities, or the failure. */
  static JsonNode json(String probe, MetricResult result) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("probe", probe);
    switch (result) {
      case MetricReading.Series series -> {
        ArrayNode values = json.putArray("values");
        series.milli().forEach(each -> values.add(quantity(each)));
      }
      case MetricReading.SingleValue value -> json.putArray("values").add(quantity(value.milli()));
      case MetricReading.PodValues pods -> {
        ArrayNode values = json.putArray("pods");
        for (MetricReading.PodValue each : pods.values()) {
          values
              .addObject()
              .put("pod", each.pod())
              .put("value", quantity(each.milli()))
              .put("timestamp", Timestamps.format(each.timestamp()));
        }
      }
      case MetricFailure failure ->
          json.putObject("failure")
              .put("category", failure.category().name())
              .put("message", failure.message());
    }
    return json;
  }

  private static String quantity(long milli) {
    return Quantity.ofMilli(milli, Quantity.Format.DECIMAL_SI).toString();
  }

  /** The API client of providers, which fails every request. */
  private static final class NoCluster implements KubernetesApi {
    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      throw new KubernetesApiException(0, "", "--probe reads without a cluster", null);
    }
  }
}
