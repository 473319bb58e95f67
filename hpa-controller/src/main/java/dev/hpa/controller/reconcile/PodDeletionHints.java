package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import java.util.List;

/** Suggests to ReplicaSets which pods a scale-down deletes first. */
public interface PodDeletionHints {

  /** Does nothing. */
  PodDeletionHints NONE =
      new PodDeletionHints() {
        @Override
        public void mark(NamespacedName autoscaler, List<String> firstToGo) {
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
   */
  void mark(NamespacedName autoscaler, List<String> firstToGo);

  /** Removes the selection of a deleted autoscaler. */
  void forget(NamespacedName autoscaler);
}
