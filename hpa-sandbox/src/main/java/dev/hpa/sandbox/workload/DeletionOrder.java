package dev.hpa.sandbox.workload;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Which pods go first when there are too many: those without a node, then those that do not run,
 * then those that are not ready, then those with the lower {@code
 * controller.kubernetes.io/pod-deletion-cost}, then those that became ready last, then the
 * youngest.
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

  /** The active pods that go, at most {@code count}. */
  static List<PodState> first(int count, Collection<PodState> pods) {
    return pods.stream().filter(PodState::isActive).sorted(ORDER).limit(count).toList();
  }
}
