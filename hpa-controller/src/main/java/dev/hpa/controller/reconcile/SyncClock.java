package dev.hpa.controller.reconcile;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of one sync: the wall-clock time at its begin, and what has passed since. If the system
 * clock is set while a sync waits for metrics, its history would otherwise be moved by the step, so
 * that it allowed or held changes of replicas until the clock is there again. Thread-safe.
 */
public final class SyncClock implements InstantSource {

  private final Timeline timeline;
  private final Instant begun;
  private final Duration ahead;

  private SyncClock(Timeline timeline) {
    this.timeline = timeline;
    this.begun = timeline.now();
    this.ahead = Duration.between(begun, timeline.wall());
  }

  /** The clock of a sync that begins now. */
  public static SyncClock start(Timeline timeline) {
    return new SyncClock(timeline);
  }

  @Override
  public Instant instant() {
    return timeline.now().plus(ahead);
  }

  /** The time since the begin of the sync; never negative. */
  public Duration elapsed() {
    return Duration.between(begun, timeline.now());
  }

  /**
   * How much the wall-clock time is ahead of the timeline, in whole seconds, so that the normal
   * drift of clocks does not shift a history.
   */
  Duration ahead() {
    return Duration.ofSeconds(Math.round(ahead.toMillis() / 1000.0));
  }
}
