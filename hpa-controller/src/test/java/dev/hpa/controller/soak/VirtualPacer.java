package dev.hpa.controller.soak;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Moves a virtual time on as fast as cluster and controllers follow. */
final class VirtualPacer implements Pacer {

  private static final Duration STEP = Duration.ofSeconds(1);

  /** Real time after which it is checked whether work waits for the virtual time. */
  private static final Duration POLL = Duration.ofMillis(2);

  /** Virtual time that passes within a step: work waits that long for a batch of reads. */
  private static final Duration WITHIN_STEP = Duration.ofMillis(50);

  /** Real time without any request after which what is unfinished waits for the virtual time. */
  private static final Duration IDLE = Duration.ofMillis(25);

  /** Real time for watches and the Lease to follow, where nothing keeps them from it. */
  private static final Duration MAX_WHEN_CALM = Duration.ofMillis(250);

  /**
   * The same after that, and where a controller is about to lead: connections are made meanwhile.
   */
  private static final Duration MAX_STEPS = Duration.ofMillis(25);

  /** The same where a fault may keep them from it for as long as it lasts. */
  private static final Duration MAX_IN_FAULT = Duration.ofMillis(10);

  private static final long SPIN = Duration.ofNanos(100_000).toNanos();

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));

  private boolean isBehind;

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public void setClock(Duration leap) {
    timeline.setClock(leap);
  }

  @Override
  public void pass(Duration duration, SoakCluster cluster) throws InterruptedException {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      timeline.advance(STEP);
      awaitIdle(cluster);
      awaitStep(cluster);
    }
  }

  /** Until everything that was due is done, or waits for more of the time than a batch does. */
  private void awaitIdle(SoakCluster cluster) throws InterruptedException {
    long before = cluster.progress();
    long since = System.nanoTime();
    while (!cluster.awaitIdle(POLL)) {
      Instant due = timeline.nextDue();
      if (due != null && !due.isAfter(timeline.now().plus(WITHIN_STEP))) {
        timeline.advance(Duration.between(timeline.now(), due));
      }
      long now = cluster.progress();
      if (now != before) {
        before = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > IDLE.toNanos()) {
        return;
      }
    }
  }

  /**
   * Waits at length once only: a watch that was opened again may need more of the virtual time
   * until it has sent something.
   */
  private void awaitStep(SoakCluster cluster) {
    long end = System.nanoTime() + most(cluster).toNanos();
    while (!cluster.isInStep() && System.nanoTime() < end) {
      LockSupport.parkNanos(SPIN);
    }
    isBehind = !cluster.isInStep();
  }

  private Duration most(SoakCluster cluster) {
    if (cluster.isFaulty()) {
      return MAX_IN_FAULT;
    }
    return cluster.isCalm() && !isBehind ? MAX_WHEN_CALM : MAX_STEPS;
  }
}
