package dev.hpa.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.faults.Faults;
import java.time.Duration;
import java.time.Instant;

/**
 * A timeline on which clocks may be wrong: durations are its own, stamps what faults make of it.
 * Where a cluster goes on that was saved, clocks show no earlier time than they did then.
 */
final class ClusterTime implements Timeline {

  private final Timeline timeline;
  private final Faults faults;
  private volatile Duration ahead = Duration.ZERO;

  ClusterTime(Timeline timeline, Faults faults) {
    this.timeline = timeline;
    this.faults = faults;
  }

  @Override
  public Instant now() {
    return timeline.now();
  }

  @Override
  public Instant wall() {
    return faultless().plus(faults.clockError());
  }

  private Instant faultless() {
    return timeline.wall().plus(ahead);
  }

  /** What clocks show, faults apart. */
  String saved() {
    return faultless().toString();
  }

  void resume(String saved) {
    Duration missing = Duration.between(timeline.wall(), Instant.parse(saved));
    ahead = missing.isNegative() ? Duration.ZERO : missing;
  }

  @Override
  public Scheduled schedule(Duration delay, Runnable task) {
    return timeline.schedule(delay, task);
  }

  @Override
  public Duration toReal(Duration duration) {
    return timeline.toReal(duration);
  }

  @Override
  public void close() {
    timeline.close();
  }
}
