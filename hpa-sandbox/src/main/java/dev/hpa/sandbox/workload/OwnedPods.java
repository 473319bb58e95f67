package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.store.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pods of one controller, with their numbers kept up to date. */
final class OwnedPods {

  static final OwnedPods NONE = new OwnedPods();

  private final Map<ObjectKey, PodState> pods = new LinkedHashMap<>();
  private int active;
  private int ready;

  /** All that are there, also those that are about to go, oldest first. */
  Collection<PodState> all() {
    return pods.values();
  }

  /** How many have not ended and are not about to. */
  int active() {
    return active;
  }

  /** How many of the active ones are ready. */
  int ready() {
    return ready;
  }

  void put(PodState pod) {
    pods.put(pod.key(), pod);
  }

  void remove(PodState pod) {
    pods.remove(pod.key());
  }

  boolean isEmpty() {
    return pods.isEmpty();
  }

  /** Counts a pod in (+1) or out (-1) as it is now. */
  void count(PodState pod, int sign) {
    active += pod.isActive() ? sign : 0;
    ready += pod.isReady() ? sign : 0;
  }
}
