package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Pod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod with what finds it.
 *
 * @param controller its controller; null if it has none
 */
public record CachedPod(
    String namespace, Map<String, String> labels, Pod pod, OwnerFilter.@Nullable Owner controller) {

  /** A pod without a controller. */
  public CachedPod(String namespace, Map<String, String> labels, Pod pod) {
    this(namespace, labels, pod, null);
  }

  /** The key of the pod. */
  public NamespacedName key() {
    return new NamespacedName(namespace, pod.name());
  }

  String name() {
    return pod.name();
  }
}
