package dev.hpa.sandbox.workload;

/** Receives the events of pods on the timeline, after they are applied. */
interface PodListener {

  /**
   * A pod was added. Also called for pods that existed before the simulator started, in any phase.
   */
  default void added(PodState pod) {}

  /** The state of a pod may have changed. */
  default void changed(PodState pod) {}

  /** A pod was removed. */
  default void removed(PodState pod) {}
}
