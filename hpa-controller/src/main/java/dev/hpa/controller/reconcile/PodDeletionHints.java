package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import java.util.List;

/** Suggests to ReplicaSets which pods a scale-down deletes first. */
public interface PodDeletionHints {

  /** Does nothing. */
  PodDeletionHints NONE =
      new PodDeletionHints() {
        @Override
        public boolean areWanted() {
          return false;
        }

        @Override
        public void mark(NamespacedName autoscaler, List<String> firstToGo) {
          // Disabled.
        }

        @Override
        public void forget(NamespacedName autoscaler) {
          // Disabled.
        }
      };

  /** Whether the order of deletion has to be computed. */
  boolean areWanted();

  /**
   * Annotates pods for an autoscaler, replacing its earlier selection.
   *
   * @param firstToGo names of pods of the same namespace, in the order of deletion
   */
  void mark(NamespacedName autoscaler, List<String> firstToGo);

  /** Removes the selection of a deleted autoscaler. */
  void forget(NamespacedName autoscaler);
}
