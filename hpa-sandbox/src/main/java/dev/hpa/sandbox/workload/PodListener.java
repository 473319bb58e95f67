package dev.hpa.sandbox.workload;

/** Is told on the timeline what happens to pods. The state is always the one after it happened. */
interface PodListener {

  /**
   * A pod is there. Also called for pods that were there before the simulator was, at whatever
   * point of their life.
   */
  default void added(PodState pod) {}

  /** Something in a pod's state may have changed. */
  default void changed(PodState pod) {}

  /** A pod is gone. */
  default void removed(PodState pod) {}
}
