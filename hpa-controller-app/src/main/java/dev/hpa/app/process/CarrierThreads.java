package dev.hpa.app.process;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Adds threads that run virtual threads while some wait for one. Java never interrupts a virtual
 * thread that computes, and runs as many at a time as there are processors, which is one in many
 * containers, or as the JVM options say: a long computation for one autoscaler would delay all
 * others.
 *
 * <p>Used by one thread.
 */
final class CarrierThreads {

  /** In real time. Virtual threads wait for at most about twice as long. */
  private static final Duration BETWEEN_CHECKS = Duration.ofMillis(200);

  /** Consecutive checks at which none waits, after which the added threads end. */
  private static final int CALM_CHECKS = 5;

  /** The operating system divides the processors between them. */
  static final int MAX_ADDED = 8;

  private final Scheduler scheduler;
  private final int usual;
  private int added;
  private boolean waited;
  private int calm;

  CarrierThreads(Scheduler scheduler) {
    this.scheduler = scheduler;
    this.usual = scheduler.parallelism();
  }

  /** Runs virtual threads. */
  interface Scheduler {

    /** How many virtual threads it runs at a time. */
    int parallelism();

    /** Changes {@link #parallelism}; at least 1. */
    void setParallelism(int threads);

    /** How many virtual threads could run, and wait. */
    long waiting();
  }

  /** The scheduler of this process. */
  private record JavaScheduler(VirtualThreadSchedulerMXBean bean) implements Scheduler {

    @Override
    public int parallelism() {
      return bean.getParallelism();
    }

    @Override
    public void setParallelism(int threads) {
      bean.setParallelism(threads);
      // Java starts a thread when the next virtual thread becomes ready.
      Thread.startVirtualThread(() -> {});
    }

    @Override
    public long waiting() {
      return bean.getQueuedVirtualThreadCount();
    }
  }

  /** Adds and ends threads of this process until the returned thread is interrupted. */
  static Thread start() {
    CarrierThreads threads =
        new CarrierThreads(
            new JavaScheduler(
                ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class)));
    return Thread.ofPlatform().daemon().name("carriers").start(threads::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(BETWEEN_CHECKS);
        check();
      }
    } catch (InterruptedException ended) {
      end();
    }
  }

  /**
   * Adds a thread if virtual threads have waited since the last check, and ends them after calm.
   */
  void check() {
    boolean waits = scheduler.waiting() > 0;
    calm = waits ? 0 : calm + 1;
    if (waits && waited && added < MAX_ADDED) {
      scheduler.setParallelism(usual + ++added);
    } else if (calm >= CALM_CHECKS) {
      end();
    }
    waited = waits;
  }

  private void end() {
    if (added > 0) {
      added = 0;
      scheduler.setParallelism(usual);
    }
  }
}
