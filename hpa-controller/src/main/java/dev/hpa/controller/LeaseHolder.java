package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.leader.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a Lease from its acquisition on, on a separate thread: neither the first lists, which may
 * take minutes, nor reconciles, which tenants can make expensive, delay a renewal. Interrupts the
 * thread that acquired the Lease when it is lost.
 */
final class LeaseHolder {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseHolder.class);

  private final Thread thread;
  private volatile boolean isLost;

  private LeaseHolder(LeaderElector elector, Thread leader, Timeline timeline) {
    this.thread = timeline.thread("lease").unstarted(() -> hold(elector, leader));
  }

  /**
   * Renews a Lease that the calling thread has acquired.
   *
   * @param elector whose other methods no thread calls until {@link #stop} has returned
   */
  static LeaseHolder start(LeaderElector elector, Timeline timeline) {
    LeaseHolder holder = new LeaseHolder(elector, Thread.currentThread(), timeline);
    holder.thread.start();
    return holder;
  }

  private void hold(LeaderElector elector, Thread leader) {
    try {
      elector.hold();
      isLost = true;
      leader.interrupt();
    } catch (InterruptedException stopping) {
      // The Lease is released, or expires.
    } catch (RuntimeException | Error failure) {
      LOG.error("lease: unexpected failure; writes stop", failure);
      isLost = true;
      leader.interrupt();
    }
  }

  /** Whether the Lease was lost, and not given up. */
  boolean isLost() {
    return isLost;
  }

  /** Ends the renewals; waits for one in progress. */
  void stop() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
