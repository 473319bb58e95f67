package dev.hpa.core;

import dev.hpa.api.Quantity;
import java.util.List;
import java.util.Map;

/**
 * What a pod's spec requests; what it is limited to where {@link Differences#utilizationOf} says
 * so. Equal for all pods of one template, so caches keep one instance for all of them.
 *
 * @param initContainers in the order they run
 * @param podRequests requests of the pod as a whole; empty when there are none
 * @param overhead what the runtime adds
 */
public record PodResources(
    List<Container> containers,
    List<Container> initContainers,
    Map<String, Quantity> podRequests,
    Map<String, Quantity> overhead) {

  /** A pod that requests nothing and has no container. */
  public static final PodResources NONE =
      new PodResources(List.of(), List.of(), Map.of(), Map.of());

  /**
   * A container's requests.
   *
   * @param sidecar for init containers: whether it keeps running ({@code restartPolicy: Always})
   */
  public record Container(String name, boolean sidecar, Map<String, Quantity> requests) {}
}
