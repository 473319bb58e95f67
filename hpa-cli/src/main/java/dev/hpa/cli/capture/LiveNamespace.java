package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Selector;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.kube.client.TreeList;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions about autoscalers of one namespace depend on. Each object is read at most
 * once, so that the number of requests grows with the objects and not with their pairs. Used by one
 * thread.
 */
public final class LiveNamespace {

  private static final String AUTOSCALERS = "horizontalpodautoscalers";

  /** More than an HPA scales; a server may state any number of further pages. */
  private static final int MAX_PODS = 150_000;

  /**
   * An autoscaler.
   *
   * @param json as returned by the API server
   */
  record Autoscaler(JsonNode json, HorizontalPodAutoscaler value) {}

  /**
   * A pod.
   *
   * @param trimmed the fields that decisions depend on, with the controller of the pod
   */
  record LivePod(String name, Map<String, String> labels, ObjectNode trimmed) {}

  private final LiveCluster cluster;
  private final String name;
  private final @Nullable ReadOnce<List<LivePod>> allPods;
  private final ReadOnce<List<Autoscaler>> autoscalers;
  private final ReadOnce<ObjectNode> object = new ReadOnce<>(this::readNamespace);
  private final Map<CrossVersionObjectReference, TargetScale> scales = new HashMap<>();
  private final Map<CrossVersionObjectReference, ScaleException> unreadableScales = new HashMap<>();

  /**
   * @param known all autoscalers of the namespace, of which many are captured, so that all pods are
   *     read once; null if one is captured, and pods are read by selector
   */
  LiveNamespace(LiveCluster cluster, String name, @Nullable List<JsonNode> known) {
    this.cluster = cluster;
    this.name = name;
    this.allPods = known == null ? null : new ReadOnce<>(() -> readPods(Selector.everything()));
    this.autoscalers = new ReadOnce<>(() -> decoded(known == null ? readAutoscalers() : known));
  }

  LiveCluster cluster() {
    return cluster;
  }

  String name() {
    return name;
  }

  /** The namespace with its options. */
  ObjectNode object() throws KubernetesApiException {
    return object.get();
  }

  private ObjectNode readNamespace() throws KubernetesApiException {
    return ObjectTrimmer.namespace(
        get(
            "/api/v1/namespaces/" + ApiRequest.segment(name),
            Map.of(),
            new ApiRequest.Subject("namespaces", "", name)));
  }

  /** Reads an autoscaler. */
  JsonNode autoscaler(String autoscaler) throws KubernetesApiException {
    return get(
        path("/apis/autoscaling/v2", AUTOSCALERS) + "/" + ApiRequest.segment(autoscaler),
        Map.of(),
        new ApiRequest.Subject(AUTOSCALERS, "autoscaling", autoscaler));
  }

  /** The autoscalers that the controller can decode; it skips all others. */
  List<Autoscaler> autoscalers() throws KubernetesApiException {
    return autoscalers.get();
  }

  private List<JsonNode> readAutoscalers() throws KubernetesApiException {
    return get(
            path("/apis/autoscaling/v2", AUTOSCALERS),
            Map.of(),
            new ApiRequest.Subject(AUTOSCALERS, "autoscaling", ""))
        .path("items")
        .valueStream()
        .toList();
  }

  private static List<Autoscaler> decoded(List<JsonNode> items) {
    List<Autoscaler> decoded = new ArrayList<>();
    for (JsonNode item : items) {
      decode(item).ifPresent(decoded::add);
    }
    return List.copyOf(decoded);
  }

  private static Optional<Autoscaler> decode(JsonNode item) {
    try {
      return Optional.of(new Autoscaler(item, HpaVersion.V2.decode(item)));
    } catch (JsonFormatException malformed) {
      return Optional.empty();
    }
  }

  /** The scale of a target. */
  TargetScale scale(CrossVersionObjectReference target) throws ScaleException {
    ScaleException failed = unreadableScales.get(target);
    if (failed != null) {
      throw failed;
    }
    TargetScale known = scales.get(target);
    if (known != null) {
      return known;
    }
    try {
      TargetScale read = cluster.scales().read(name, target);
      scales.put(target, read);
      return read;
    } catch (ScaleException failure) {
      unreadableScales.put(target, failure);
      throw failure;
    }
  }

  /** The pods that match a selector. */
  List<LivePod> pods(Selector selector) throws KubernetesApiException {
    return allPods == null
        ? readPods(selector)
        : allPods.get().stream().filter(pod -> selector.matches(pod.labels())).toList();
  }

  private List<LivePod> readPods(Selector selector) throws KubernetesApiException {
    List<LivePod> pods = new ArrayList<>();
    new TreeList(
            path("/api/v1", "pods"),
            selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector.toString()),
            new ApiRequest.Subject("pods", "", ""),
            MAX_PODS)
        .read(cluster.api(), pod -> pods.add(pod(pod)));
    return List.copyOf(pods);
  }

  private static LivePod pod(JsonNode full) {
    ObjectNode trimmed = ObjectTrimmer.pod(full);
    ObjectTrimmer.keepController(full, trimmed);
    Map<String, String> labels = new TreeMap<>();
    full.path("metadata")
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return new LivePod(full.path("metadata").path("name").asText(), labels, trimmed);
  }

  private String path(String groupVersion, String resource) {
    return groupVersion + "/namespaces/" + ApiRequest.segment(name) + "/" + resource;
  }

  private JsonNode get(String path, Map<String, String> query, ApiRequest.Subject subject)
      throws KubernetesApiException {
    return cluster.api().call(ApiRequest.get(path, query, subject), body -> Json.tree(body));
  }
}
