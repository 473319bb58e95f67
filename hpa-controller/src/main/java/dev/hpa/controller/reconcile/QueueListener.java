package dev.hpa.controller.reconcile;

import java.time.Duration;

/**
 * Is told what passes through the queue, by the threads that use it: it must be quick and must not
 * fail.
 */
public interface QueueListener {

  /** Somebody asked for a look at an autoscaler later on, also when one was asked for already. */
  void asked();

  /** An autoscaler became due and was not so before. */
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
