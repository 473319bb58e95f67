package dev.hpa.controller.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Annotates the pods that a scale-down should delete first with the pod deletion cost, which
 * ReplicaSets respect. Failures are logged and do not delay the scale-down.
 *
 * <p>Costs are negative; the first pod to delete has the lowest. A pod whose cost another client
 * set is skipped. An annotated pod that still exists at the next scale-down loses the annotation
 * unless it is selected again. Thread-safe as long as no autoscaler is reconciled concurrently with
 * itself; annotated pods are not remembered across restarts.
 */
final class DeletionHints implements PodDeletionHints {

  private static final Logger LOG = LoggerFactory.getLogger(DeletionHints.class);
  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final String MERGE_PATCH = "application/merge-patch+json";

  private final KubernetesApi api;
  private final Map<NamespacedName, Map<String, String>> marked = new ConcurrentHashMap<>();

  public DeletionHints(KubernetesApi api) {
    this.api = api;
  }

  @Override
  public boolean areWanted() {
    return true;
  }

  @Override
  public void mark(NamespacedName autoscaler, List<String> firstToGo) {
    String namespace = autoscaler.namespace();
    Map<String, String> before = marked.getOrDefault(autoscaler, Map.of());
    Map<String, String> costs = new HashMap<>();
    for (int i = 0; i < firstToGo.size(); i++) {
      costs.put(firstToGo.get(i), String.valueOf(i - firstToGo.size()));
    }
    before.forEach(
        (pod, cost) -> {
          if (!costs.containsKey(pod)) {
            set(new NamespacedName(namespace, pod), cost, null);
          }
        });
    costs
        .entrySet()
        .removeIf(
            each ->
                !set(
                    new NamespacedName(namespace, each.getKey()),
                    before.get(each.getKey()),
                    each.getValue()));
    marked.put(autoscaler, ImmutableCopies.map(costs));
  }

  @Override
  public void forget(NamespacedName autoscaler) {
    marked.remove(autoscaler);
  }

  /** Sets or removes a cost unless another client set one; returns whether it was written. */
  private boolean set(NamespacedName pod, @Nullable String ours, @Nullable String cost) {
    ApiRequest.Subject subject = new ApiRequest.Subject("pods", "", pod.name());
    String path = ApiRequest.pathOf("/api/v1", pod.namespace(), "pods", pod.name());
    try {
      JsonNode metadata =
          api.call(ApiRequest.get(path, Map.of(), subject), body -> Json.mapper().readTree(body))
              .path("metadata");
      JsonNode found = metadata.path("annotations").path(COST);
      if (!found.isMissingNode() && !found.asText().equals(ours)) {
        return false;
      }
      api.call(
          ApiRequest.patch(path, subject, MERGE_PATCH, Json.write(patch(metadata, cost))),
          body -> true);
      return true;
    } catch (KubernetesApiException failure) {
      LOG.info("{}: no deletion cost set: {}", pod, failure.text());
      return false;
    }
  }

  private static ObjectNode patch(JsonNode metadata, @Nullable String cost) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode changed = patch.putObject("metadata");
    changed.set("resourceVersion", metadata.path("resourceVersion"));
    changed.putObject("annotations").put(COST, cost);
    return patch;
  }
}
