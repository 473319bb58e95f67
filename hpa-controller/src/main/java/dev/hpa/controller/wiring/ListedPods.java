package dev.hpa.controller.wiring;

import dev.hpa.api.Selector;
import dev.hpa.kube.client.TreeList;
import dev.hpa.kube.memory.Limit;
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

  private final KubernetesApi api;

  ListedPods(KubernetesApi api) {
    this.api = api;
  }

  @Override
  public List<String> select(String namespace, Selector selector, boolean isRunning) {
    List<String> names = new ArrayList<>();
    Map<String, String> selectors = new TreeMap<>();
    if (!selector.isEmpty()) {
      selectors.put("labelSelector", selector.toString());
    }
    if (isRunning) {
      selectors.put("fieldSelector", "status.phase=Running");
    }
    try {
      new TreeList(
              ApiRequest.pathOf("/api/v1", namespace, "pods"),
              selectors,
              new ApiRequest.Subject("pods", "", ""),
              Limit.LISTED_PODS.asInt())
          .read(api, pod -> names.add(pod.path("metadata").path("name").asText()));
    } catch (KubernetesApiException refused) {
      return List.of();
    }
    return names;
  }
}
