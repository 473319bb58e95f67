package dev.hpa.core.pods;

import dev.hpa.api.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource requests of a pod. Equal for all pods of one template, so that caches share one
 * instance. Immutable.
 *
 * @param initContainers in order of execution
 * @param podRequests pod-level requests ({@code spec.resources}); empty if there are none
 * @param overhead {@code spec.overhead}
 * @param inEffect the resources that the pod has until an in-place resize is complete; null if they
 *     are those of its spec
 * @param limits the same with limits in place of requests; null if the requests are the base of
 *     utilization even where it is a percentage of limits
 */
public record PodResources(
    List<Container> containers,
    List<Container> initContainers,
    Map<String, Quantity> podRequests,
    Map<String, Quantity> overhead,
    @Nullable PodResources inEffect,
    @Nullable PodResources limits) {

  /** No containers and no requests. */
  public static final PodResources NONE =
      new PodResources(List.of(), List.of(), Map.of(), Map.of());

  /** The resources of a pod that is not being resized and has no separate limits. */
  public PodResources(
      List<Container> containers,
      List<Container> initContainers,
      Map<String, Quantity> podRequests,
      Map<String, Quantity> overhead) {
    this(containers, initContainers, podRequests, overhead, null, null);
  }

  /** A copy with limits. */
  public PodResources withLimits(PodResources other) {
    return new PodResources(containers, initContainers, podRequests, overhead, inEffect, other);
  }

  /** A copy with the resources that the pod has until a resize is complete. */
  public PodResources withInEffect(PodResources other) {
    return new PodResources(containers, initContainers, podRequests, overhead, other, limits);
  }

  /**
   * A container's requests.
   *
   * @param sidecar for init containers: whether it keeps running ({@code restartPolicy: Always})
   */
  public record Container(String name, boolean sidecar, Map<String, Quantity> requests) {}
}
