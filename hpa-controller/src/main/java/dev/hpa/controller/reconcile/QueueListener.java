package dev.hpa.controller.reconcile;

import java.time.Duration;

/** Observes the queue, on the threads that use it. Must return quickly and must not throw. */
public interface QueueListener {

  /** A sync of an autoscaler was scheduled, even if one was scheduled already. */
  void asked();

  /** An autoscaler became due. */
  void added();

  /**
   * The work on an autoscaler begins.
   *
   * @param queued since it was added
   * @param late since the time it was asked for
   */
  void begun(Duration queued, Duration late);

  /** The work on an autoscaler ended. */
  void ended(Duration worked);
}
