package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.ShardCoordinator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of a {@link ShardCoordinator} on the calling thread. */
final class ShardRunner {

  private static final Logger LOG = LoggerFactory.getLogger(ShardRunner.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final ShardCoordinator coordinator;
  private final Timeline timeline;
  private final CountDownLatch left = new CountDownLatch(1);
  private volatile CountDownLatch wake = new CountDownLatch(1);
  private volatile Instant lastStep;

  ShardRunner(ShardCoordinator coordinator, Timeline timeline) {
    this.coordinator = coordinator;
    this.timeline = timeline;
    this.lastStep = timeline.now();
  }

  /**
   * Runs tasks at the same time; returns when all have ended. Not on virtual threads: Leases are
   * renewed however busy those of reconciles are.
   */
  static void inParallel(Timeline timeline, List<Runnable> tasks) {
    if (tasks.size() == 1) {
      tasks.getFirst().run();
      return;
    }
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(timeline.thread("lease").factory())) {
      tasks.forEach(threads::execute);
    }
  }

  /** Steps until the coordinator has left or the thread is interrupted. */
  void run() throws InterruptedException {
    try {
      while (!coordinator.hasLeft()) {
        CountDownLatch next = new CountDownLatch(1);
        wake = next;
        timeline.await(next, step());
      }
    } finally {
      left.countDown();
    }
  }

  private Duration step() {
    try {
      return coordinator.step();
    } catch (RuntimeException failure) {
      // Without further steps this replica would lose its shards.
      LOG.error("shards: unexpected failure", failure);
      return AFTER_FAILURE;
    } finally {
      lastStep = timeline.now();
    }
  }

  /** Time since the last step has ended. */
  Duration idleFor() {
    return Duration.between(lastStep, timeline.now());
  }

  /** Time since this replica last took part in the distribution of shards. */
  Duration apartFor() {
    return coordinator.apartFor();
  }

  /**
   * Hands over all shards.
   *
   * @param timeout real time; in the last third, without waiting for replicas that fill caches
   * @return whether all were handed over or released in time
   */
  boolean leave(Duration timeout) throws InterruptedException {
    coordinator.leave();
    wake.countDown();
    Duration third = timeout.dividedBy(3);
    if (timeline.awaitReal(left, third.multipliedBy(2))) {
      return true;
    }
    coordinator.hurry();
    return timeline.awaitReal(left, third);
  }
}
