package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.store.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pods of one controller, with their counts. */
final class OwnedPods {

  static final OwnedPods NONE = new OwnedPods();

  private final Map<ObjectKey, PodState> pods = new LinkedHashMap<>();
  private int active;
  private int ready;

  /** All existing pods, including terminating ones, oldest first. */
  Collection<PodState> all() {
    return pods.values();
  }

  /** The number of pods that are neither completed nor terminating. */
  int active() {
    return active;
  }

  /** The number of ready active pods. */
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

  /** Adds the current state of a pod to the counts (+1), or subtracts it (-1). */
  void count(PodState pod, int sign) {
    active += pod.isActive() ? sign : 0;
    ready += pod.isReady() ? sign : 0;
  }
}
