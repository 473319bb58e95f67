package dev.hpa.controller.cache;

import dev.hpa.api.Quantity;
import dev.hpa.core.PodResources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resources that the status of a pod names: those of its spec, except until an in-place resize
 * is complete. Used by one thread.
 */
final class ResourcesInEffect {

  private final Map<String, Map<String, Quantity>> containers = new HashMap<>(4);
  private Map<String, Quantity> pod = Map.of();

  /**
   * Adds those of a container.
   *
   * @param allocated what the node has admitted
   * @param configured what the container runs with, as far as it is known
   */
  void container(String name, Map<String, Quantity> allocated, Map<String, Quantity> configured) {
    if (configured.isEmpty()) {
      containers.put(name, allocated);
    } else {
      Map<String, Quantity> both = new HashMap<>(allocated);
      both.putAll(configured);
      containers.put(name, both);
    }
  }

  /** Sets those at the level of the pod. */
  void pod(Map<String, Quantity> allocated) {
    pod = allocated;
  }

  /** The resources of a pod with those in effect, if they differ. */
  PodResources addedTo(PodResources spec) {
    if (containers.isEmpty() && pod.isEmpty()) {
      return spec;
    }
    PodResources inEffect =
        new PodResources(
            containers(spec.containers()),
            containers(spec.initContainers()),
            replaced(spec.podRequests(), pod),
            spec.overhead());
    return inEffect.equals(spec)
        ? spec
        : new PodResources(
            spec.containers(),
            spec.initContainers(),
            spec.podRequests(),
            spec.overhead(),
            inEffect);
  }

  private List<PodResources.Container> containers(List<PodResources.Container> ofSpec) {
    List<PodResources.Container> inEffect = new ArrayList<>(ofSpec.size());
    for (PodResources.Container each : ofSpec) {
      inEffect.add(
          new PodResources.Container(
              each.name(), each.sidecar(), replaced(each.requests(), containers.get(each.name()))));
    }
    return List.copyOf(inEffect);
  }

  /** A resource that the status does not name is that of the spec. */
  private static Map<String, Quantity> replaced(
      Map<String, Quantity> ofSpec, @Nullable Map<String, Quantity> status) {
    if (status == null || status.isEmpty()) {
      return ofSpec;
    }
    Map<String, Quantity> replaced = new HashMap<>(ofSpec);
    replaced.replaceAll((resource, requested) -> status.getOrDefault(resource, requested));
    return Collections.unmodifiableMap(replaced);
  }
}
