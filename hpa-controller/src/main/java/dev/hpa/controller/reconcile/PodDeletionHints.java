package dev.hpa.controller.reconcile;

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
        public void mark(String autoscaler, String namespace, List<String> firstToGo) {
          // Disabled.
        }

        @Override
        public void forget(String autoscaler) {
          // Disabled.
        }
      };

  /** Whether the order of deletion has to be computed. */
  boolean areWanted();

  /**
   * Annotates pods for an autoscaler, replacing its earlier selection.
   *
   * @param autoscaler {@code namespace/name}
   * @param firstToGo names of the pods, in the order of deletion
   */
  void mark(String autoscaler, String namespace, List<String> firstToGo);

  /** Removes the selection of a deleted autoscaler. */
  void forget(String autoscaler);
}
