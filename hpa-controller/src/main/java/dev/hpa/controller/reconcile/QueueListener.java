package dev.hpa.controller.reconcile;

import java.time.Duration;

/** Observes the queue, on the threads that use it. Must return quickly and must not throw. */
public interface QueueListener {

  /** A sync of an autoscaler was requested, even if one is already scheduled. */
  void requested();

  /** An autoscaler became due. */
  void added();

  /**
   * A sync of an autoscaler begins.
   *
   * @param queued the time since it was added
   * @param late the time since the sync was due
   */
  void begun(Duration queued, Duration late);

  /** A sync of an autoscaler ended. */
  void ended(Duration worked);
}
