package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.MeasuredPodUsage;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves Heapster behind the service proxy: the usage of pods in the format of {@code
 * metrics.k8s.io}, and the latest sample of a metric for each pod of a list. The metrics are the
 * custom metrics of the pods, optionally prefixed with {@code custom/}, {@code cpu-usage} and
 * {@code cpu/usage_rate} in millicores, and {@code memory/usage} in bytes.
 */
public final class HeapsterHandler {

  private static final List<String> PROXY =
      List.of("api", "v1", "namespaces", "kube-system", "services", "http:heapster:", "proxy");

  /** The version of Heapster, and its successor. */
  private static final Set<String> VERSIONS = Set.of("v1alpha1", "v1beta1");

  private static final String CUSTOM = "custom/";

  private final Cluster cluster;
  private final MetricsBackend metrics;

  public HeapsterHandler(Cluster cluster, MetricsBackend metrics) {
    this.cluster = cluster;
    this.metrics = metrics;
  }

  public static boolean serves(List<String> path) {
    return path.size() > PROXY.size() && path.subList(0, PROXY.size()).equals(PROXY);
  }

  public ApiResponse answer(ApiRequest request) {
    if (!metrics.apis().serves(MetricsApi.HEAPSTER)) {
      throw StatusException.notFound(ResourceTypes.SERVICES, "heapster");
    }
    if (!request.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    List<String> path = request.path().subList(PROXY.size(), request.path().size());
    if (isUsage(path)) {
      return ApiResponse.json(
          200, usage(path.get(2), path.get(4), request.selector("labelSelector")));
    }
    if (isModel(path)) {
      String metric = String.join("/", path.subList(8, path.size()));
      return ApiResponse.json(200, samples(path.get(4), path.get(6), metric, start(request)));
    }
    return ApiResponse.text(404, "404: Page Not Found");
  }

  /** {@code apis/metrics/VERSION/namespaces/NAMESPACE/pods}. */
  private static boolean isUsage(List<String> path) {
    return path.size() == 6
        && path.subList(0, 2).equals(List.of("apis", "metrics"))
        && VERSIONS.contains(path.get(2))
        && path.get(3).equals("namespaces")
        && path.get(5).equals("pods");
  }

  /** {@code api/v1/model/namespaces/NAMESPACE/pod-list/PODS/metrics/METRIC}. */
  private static boolean isModel(List<String> path) {
    return path.size() > 8
        && path.subList(0, 4).equals(List.of("api", "v1", "model", "namespaces"))
        && path.get(5).equals("pod-list")
        && path.get(7).equals("metrics");
  }

  private ObjectNode usage(String version, String namespace, Selector selector) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "PodMetricsList").put("apiVersion", "metrics/" + version);
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    for (ObjectNode pod : metrics.pods().pods(namespace, selector)) {
      pod.remove("kind");
      pod.remove("apiVersion");
      items.add(pod);
    }
    return list;
  }

  private static Instant start(ApiRequest request) {
    String text = request.parameter("start");
    try {
      return text == null ? Instant.MIN : Timestamps.parse(text);
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest("start: \"" + text + "\" is not a time; use RFC 3339");
    }
  }

  /** One item for each pod of the list, in its order. */
  private ObjectNode samples(String namespace, String pods, String metric, Instant start) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    ArrayNode items = list.putArray("items");
    for (String pod : pods.split(",", -1)) {
      Sample sample = sample(new ObjectKey(namespace, pod), metric);
      ObjectNode item = items.addObject();
      ArrayNode points = item.putArray("metrics");
      if (sample == null || sample.time().isBefore(start)) {
        item.put("latestTimestamp", Timestamps.format(Timestamps.ZERO));
      } else {
        write(sample, points.addObject());
        item.put("latestTimestamp", Timestamps.format(sample.time()));
      }
    }
    return list;
  }

  private record Sample(Instant time, Quantity amount) {}

  private @Nullable Sample sample(ObjectKey pod, String metric) {
    MeasuredPodUsage use = metrics.pods().use(pod);
    return switch (metric) {
      case "cpu-usage", "cpu/usage_rate" ->
          use == null ? null : new Sample(use.end(), whole(milliCores(use)));
      case "memory/usage" -> use == null ? null : new Sample(use.end(), whole(bytes(use)));
      default -> custom(pod, metric);
    };
  }

  private static Quantity whole(long amount) {
    return Quantity.of(amount, Quantity.Format.DECIMAL_SI);
  }

  private static long milliCores(MeasuredPodUsage use) {
    return use.containers().stream().mapToLong(MeasuredPodUsage.Container::nanoCores).sum()
        / 1_000_000;
  }

  private static long bytes(MeasuredPodUsage use) {
    return use.containers().stream().mapToLong(MeasuredPodUsage.Container::memoryKib).sum() * 1024;
  }

  private @Nullable Sample custom(ObjectKey pod, String metric) {
    String name = metric.startsWith(CUSTOM) ? metric.substring(CUSTOM.length()) : metric;
    CustomMetrics.Reading reading =
        metrics
            .custom()
            .of(new Metric.OfObject(ResourceTypes.PODS, pod, name), Selector.everything());
    return reading == null ? null : new Sample(cluster.now(), reading.amount());
  }

  /** A value that is not an integer is added as {@code floatValue}. */
  private static void write(Sample sample, ObjectNode into) {
    double exact = sample.amount().approximateDouble();
    long whole = (long) exact;
    into.put("timestamp", Timestamps.format(sample.time())).put("value", whole);
    if (exact != whole) {
      into.put("floatValue", exact);
    }
  }
}
