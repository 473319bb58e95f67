package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import java.util.List;
import java.util.Set;

/** Suggests to ReplicaSets which pods a scale-down deletes first. */
public interface PodDeletionHints {

  /** Does nothing. */
  PodDeletionHints NONE =
      new PodDeletionHints() {
        @Override
        public void mark(NamespacedName autoscaler, List<String> firstToGo, Set<String> pods) {
          // Disabled.
        }

        @Override
        public void forget(NamespacedName autoscaler) {
          // Disabled.
        }
      };

  /**
   * Annotates pods for an autoscaler, replacing its earlier selection.
   *
   * @param firstToGo at most {@link dev.hpa.core.DeletionOrder#MAX_PODS} names of pods of the same
   *     namespace, in the order of deletion
   * @param pods the names of all pods of the target
   */
  void mark(NamespacedName autoscaler, List<String> firstToGo, Set<String> pods);

  /** Removes the selection of a deleted autoscaler. */
  void forget(NamespacedName autoscaler);
}
