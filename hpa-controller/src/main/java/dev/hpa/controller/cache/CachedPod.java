package dev.hpa.controller.cache;

import dev.hpa.core.Pod;
import java.util.Map;

/** A pod with what finds it. */
public record CachedPod(String namespace, Map<String, String> labels, Pod pod) {
  String name() {
    return pod.name();
  }
}
