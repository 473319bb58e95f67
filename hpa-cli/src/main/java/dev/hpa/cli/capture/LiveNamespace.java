package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions about autoscalers of one namespace depend on. Each object is read at most
 * once, so that the number of requests grows with the objects and not with their pairs. Used by one
 * thread.
 */
public final class LiveNamespace {

  /**
   * A pod.
   *
   * @param trimmed the fields that decisions depend on, with the controller of the pod
   */
  record LivePod(String name, Map<String, String> labels, ObjectNode trimmed) {}

  private final LiveCluster cluster;
  private final String name;
  private final @Nullable ReadOnce<List<LivePod>> allPods;
  private final ReadOnce<List<LiveAutoscaler>> autoscalers;
  private final ReadOnce<ObjectNode> object = new ReadOnce<>(this::readNamespace);
  private final Map<CrossVersionObjectReference, TargetScale> scales = new HashMap<>();
  private final Map<CrossVersionObjectReference, ScaleException> unreadableScales = new HashMap<>();

  /**
   * @param known all autoscalers of the namespace, of which many are captured, so that all pods are
   *     read once; null if one is captured, and pods are read by selector
   */
  LiveNamespace(LiveCluster cluster, String name, @Nullable List<LiveAutoscaler> known) {
    this.cluster = cluster;
    this.name = name;
    this.allPods = known == null ? null : new ReadOnce<>(() -> readPods(Selector.everything()));
    this.autoscalers = new ReadOnce<>(() -> known == null ? readAutoscalers() : known);
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
    return ObjectTrimmer.namespace(cluster.reader().namespace(name));
  }

  /** The autoscalers that the controller can decode; it skips all others. */
  List<LiveAutoscaler> autoscalers() throws KubernetesApiException {
    return autoscalers.get();
  }

  private List<LiveAutoscaler> readAutoscalers() throws KubernetesApiException {
    List<LiveAutoscaler> decoded = new ArrayList<>();
    cluster
        .reader()
        .autoscalers(
            name,
            "",
            item -> {
              try {
                decoded.add(LiveAutoscaler.decoded(item));
              } catch (KubernetesApiException malformed) {
                // As the controller skips it.
              }
            });
    return List.copyOf(decoded);
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
      TargetScale read = cluster.sources().scales().read(name, target);
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
    cluster
        .reader()
        .pods(name, selector.isEmpty() ? "" : selector.toString(), pod -> pods.add(pod(pod)));
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
}
