package dev.hpa.cli.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.PodMetricsSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of a sandbox in the format that Prometheus scrapes: those of objects with a label of
 * the object, such as {@code pod}, those of workloads also for their pods, the usage of containers
 * as cAdvisor has it ({@value #CPU}, {@value #MEMORY}), and the replicas of autoscalers as
 * kube-state-metrics has them. Thread-safe.
 */
final class PrometheusPage {

  static final String CPU = "container_cpu_usage_seconds_total";
  static final String MEMORY = "container_memory_working_set_bytes";

  private static final Selector ALL = Selector.everything();

  private static final String AUTOSCALER = "kube_horizontalpodautoscaler_";
  private static final double NANOS = 1e9;

  private final Cluster cluster;
  private final MetricValues values;
  private final CustomMetrics custom;
  private final PodMetricsSource pods;

  /** The CPU time of each container, by its labels. */
  private Map<Map<String, String>, Double> cpuSeconds = new HashMap<>();

  private @Nullable Instant scraped;

  PrometheusPage(Sandbox sandbox) {
    this.cluster = sandbox.cluster();
    this.values = sandbox.metrics();
    this.custom = new CustomMetrics(cluster, sandbox.simulator(), values);
    this.pods = sandbox.simulator().metrics();
  }

  /**
   * The page now. The usage of a container is added to its CPU time for the time since the last
   * page.
   */
  synchronized String text() {
    StringBuilder out = new StringBuilder();
    Instant now = values.now();
    for (MetricValues.Entry entry : values.all()) {
      Map<String, String> labels = new LinkedHashMap<>(entry.series().labels());
      labels.putAll(labels(entry.series().metric()));
      add(out, entry.series().metric().name(), labels, entry.at(now).approximateDouble());
    }
    for (CustomMetrics.Known known : custom.all()) {
      if (known.type().equals(ResourceTypes.PODS)) {
        addPods(out, known.name());
      }
    }
    addUsage(out, scraped == null ? 0 : Duration.between(scraped, now).toNanos() / NANOS);
    scraped = now;
    addAutoscalers(out);
    return out.toString();
  }

  /** The pods whose metric is a share of that of their workload. */
  private void addPods(StringBuilder out, String name) {
    for (CustomMetrics.Reading each : custom.of(ResourceTypes.PODS, "", name, ALL, ALL)) {
      boolean isOwn =
          !values.of(new Metric.OfObject(ResourceTypes.PODS, each.object(), name)).isEmpty();
      if (!isOwn) {
        add(out, name, labels(each.type(), each.object()), each.amount().approximateDouble());
      }
    }
  }

  private void addUsage(StringBuilder out, double seconds) {
    Map<Map<String, String>, Double> before = cpuSeconds;
    cpuSeconds = new HashMap<>();
    pods.pods("", ALL)
        .forEach(
            pod -> {
              Map<String, String> labels = new LinkedHashMap<>();
              labels.put("namespace", pod.path("metadata").path("namespace").asText());
              labels.put("pod", pod.path("metadata").path("name").asText());
              pod.path("containers")
                  .forEach(
                      container -> {
                        labels.put("container", container.path("name").asText());
                        labels.put("image", "sandbox");
                        double used = seconds * value(container.at("/usage/cpu").asText());
                        double total = before.getOrDefault(labels, 0.0) + used;
                        cpuSeconds.put(new HashMap<>(labels), total);
                        add(out, CPU, labels, total);
                        add(out, MEMORY, labels, value(container.at("/usage/memory").asText()));
                      });
            });
  }

  private void addAutoscalers(StringBuilder out) {
    for (StoredObject stored : cluster.objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).in("")) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put("namespace", stored.namespace());
      labels.put("horizontalpodautoscaler", stored.name());
      JsonNode tree = stored.tree();
      add(out, AUTOSCALER + "spec_min_replicas", labels, tree.at("/spec/minReplicas").asInt(1));
      add(out, AUTOSCALER + "spec_max_replicas", labels, tree.at("/spec/maxReplicas").asInt());
      add(
          out,
          AUTOSCALER + "status_current_replicas",
          labels,
          tree.at("/status/currentReplicas").asInt());
      add(
          out,
          AUTOSCALER + "status_desired_replicas",
          labels,
          tree.at("/status/desiredReplicas").asInt());
    }
  }

  private static double value(String quantity) {
    return Quantity.parse(quantity).approximateDouble();
  }

  private static Map<String, String> labels(Metric metric) {
    return switch (metric) {
      case Metric.OfObject of -> labels(of.type(), of.object());
      case Metric.External external -> Map.of("namespace", external.namespace());
    };
  }

  private static Map<String, String> labels(ResourceType type, ObjectKey object) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (type.namespaced()) {
      labels.put("namespace", object.namespace());
    }
    labels.put(type.kind().toLowerCase(Locale.ROOT), object.name());
    return labels;
  }

  private static void add(
      StringBuilder out, String name, Map<String, String> labels, double value) {
    StringJoiner all = new StringJoiner(",", "{", "}");
    labels.forEach((label, text) -> all.add(allowed(label) + "=\"" + escaped(text) + "\""));
    out.append(allowed(name)).append(all).append(' ').append(value).append('\n');
  }

  /** Characters that a name must not have become underscores. */
  private static String allowed(String name) {
    return name.replaceAll("[^a-zA-Z0-9_]", "_").replaceFirst("^(?=[0-9])", "_");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
