package dev.hpa.controller.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.PodNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lists pods when it is asked, for commands without a watch. If pods cannot be listed there are
 * none. Thread-safe; blocks.
 */
final class ListedPods implements PodNames {

  /** As many as kubectl requests at once. */
  private static final String PAGE = "500";

  private final KubernetesApi api;

  ListedPods(KubernetesApi api) {
    this.api = api;
  }

  @Override
  public List<String> select(String namespace, Selector selector, boolean isRunning) {
    List<String> names = new ArrayList<>();
    Map<String, String> parameters = new TreeMap<>(Map.of("limit", PAGE));
    if (!selector.isEmpty()) {
      parameters.put("labelSelector", selector.toString());
    }
    if (isRunning) {
      parameters.put("fieldSelector", "status.phase=Running");
    }
    String next;
    do {
      JsonNode page;
      try {
        page = page(namespace, parameters);
      } catch (KubernetesApiException refused) {
        return List.of();
      }
      page.path("items").forEach(pod -> names.add(pod.path("metadata").path("name").asText()));
      next = page.path("metadata").path("continue").asText("");
      parameters.put("continue", next);
    } while (!next.isEmpty());
    return names;
  }

  private JsonNode page(String namespace, Map<String, String> parameters)
      throws KubernetesApiException {
    return api.call(
        ApiRequest.get(
            ApiRequest.pathOf("/api/v1", namespace, "pods"),
            ImmutableCopies.map(parameters),
            new ApiRequest.Subject("pods", "", "")),
        body -> Json.mapper().readTree(body));
  }
}
