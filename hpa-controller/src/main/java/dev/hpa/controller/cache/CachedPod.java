package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.Pod;
import java.util.Map;

/** A pod with what finds it. */
public record CachedPod(String namespace, Map<String, String> labels, Pod pod) {

  /** The key of the pod. */
  public NamespacedName key() {
    return new NamespacedName(namespace, pod.name());
  }

  String name() {
    return pod.name();
  }
}
