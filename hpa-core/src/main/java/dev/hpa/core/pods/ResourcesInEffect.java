package dev.hpa.core.pods;

import dev.hpa.api.Quantity;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The resources that the status of a pod names: those of its spec, except until an in-place resize
 * is complete. Used by one thread.
 */
final class ResourcesInEffect {

  private static final Named NOTHING = new Named(Map.of(), Map.of());

  private final Map<String, Named> containers = new HashMap<>(4);
  private Named pod = NOTHING;

  /**
   * The resources of a container or pod.
   *
   * @param allocated what the node has admitted
   * @param configured what a container runs with, as far as it is known
   */
  private record Named(Map<String, Quantity> allocated, Map<String, Quantity> configured) {

    /** A resource that is not named is that of the spec. */
    Quantity inEffect(String resource, Quantity ofSpec) {
      Quantity found = configured.get(resource);
      return found == null ? allocated.getOrDefault(resource, ofSpec) : found;
    }

    boolean differFrom(Map<String, Quantity> ofSpec) {
      for (Map.Entry<String, Quantity> each : ofSpec.entrySet()) {
        if (!inEffect(each.getKey(), each.getValue()).equals(each.getValue())) {
          return true;
        }
      }
      return false;
    }

    Map<String, Quantity> inEffect(Map<String, Quantity> ofSpec) {
      Map<String, Quantity> all = new HashMap<>(ofSpec);
      all.replaceAll(this::inEffect);
      return Collections.unmodifiableMap(all);
    }
  }

  /**
   * Adds those of a container.
   *
   * @param allocated what the node has admitted
   * @param configured what the container runs with, as far as it is known
   */
  void container(String name, Map<String, Quantity> allocated, Map<String, Quantity> configured) {
    containers.put(name, new Named(allocated, configured));
  }

  /** Sets those at the level of the pod. */
  void pod(Map<String, Quantity> allocated) {
    pod = new Named(allocated, Map.of());
  }

  /** The resources of a pod with those in effect, if they differ. */
  PodResources addedTo(PodResources spec) {
    if (!pod.differFrom(spec.podRequests())
        && !differ(spec.containers())
        && !differ(spec.initContainers())) {
      return spec;
    }
    return spec.withInEffect(
        new PodResources(
            inEffect(spec.containers()),
            inEffect(spec.initContainers()),
            pod.inEffect(spec.podRequests()),
            spec.overhead()));
  }

  private boolean differ(List<PodResources.Container> ofSpec) {
    for (PodResources.Container each : ofSpec) {
      Named named = containers.get(each.name());
      if (named != null && named.differFrom(each.requests())) {
        return true;
      }
    }
    return false;
  }

  private List<PodResources.Container> inEffect(List<PodResources.Container> ofSpec) {
    return ofSpec.stream().map(this::inEffect).toList();
  }

  private PodResources.Container inEffect(PodResources.Container ofSpec) {
    Named named = containers.get(ofSpec.name());
    return named == null
        ? ofSpec
        : new PodResources.Container(
            ofSpec.name(), ofSpec.sidecar(), named.inEffect(ofSpec.requests()));
  }
}
