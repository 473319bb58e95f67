package dev.hpa.controller.reconcile;

import java.util.List;

/** Suggests to ReplicaSets which pods a scale-down deletes first. */
public interface PodDeletionHints {

  /** Suggests nothing. */
  PodDeletionHints NONE =
      new PodDeletionHints() {
        @Override
        public boolean areWanted() {
          return false;
        }

        @Override
        public void mark(String autoscaler, String namespace, List<String> firstToGo) {
          // Nothing is suggested.
        }

        @Override
        public void forget(String autoscaler) {
          // Nothing was marked.
        }
      };

  /** Whether the order of deletion has to be computed. */
  boolean areWanted();

  /**
   * Marks pods for an autoscaler, in place of those it marked before.
   *
   * @param autoscaler {@code namespace/name}
   * @param firstToGo names of the pods, the first one first
   */
  void mark(String autoscaler, String namespace, List<String> firstToGo);

  /** Forgets what was marked for an autoscaler. */
  void forget(String autoscaler);
}
