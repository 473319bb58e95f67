package dev.hpa.sandbox.workload;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which surplus pods are deleted: pods without a node, pods that are not running, pods
 * that are not ready, pods with a lower {@code controller.kubernetes.io/pod-deletion-cost}, pods
 * that became ready later, younger pods.
 */
final class DeletionOrder {

  private static final Comparator<PodState> ORDER =
      Comparator.comparing(PodState::isScheduled)
          .thenComparing(PodState::isRunning)
          .thenComparing(PodState::isReady)
          .thenComparingInt(PodState::deletionCost)
          .thenComparing(PodState::readySince, Comparator.reverseOrder())
          .thenComparing(Comparator.comparingLong(PodState::order).reversed());

  private DeletionOrder() {}

  /** The active pods to delete, at most {@code count}. */
  static List<PodState> first(int count, Collection<PodState> pods) {
    return pods.stream().filter(PodState::isActive).sorted(ORDER).limit(count).toList();
  }
}
