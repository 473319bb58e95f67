package dev.hpa.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.faults.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The clock of the cluster: durations come from the given timeline, wall-clock time is shifted by
 * the clock error of the faults.
 */
final class ClusterClock implements Timeline {

  private final Timeline timeline;
  private final Faults faults;

  ClusterClock(Timeline timeline, Faults faults) {
    this.timeline = timeline;
    this.faults = faults;
  }

  @Override
  public Instant now() {
    return timeline.now();
  }

  @Override
  public Instant wall() {
    return timeline.wall().plus(faults.clockError());
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
  public Thread.Builder thread(String name) {
    return timeline.thread(name);
  }

  @Override
  public RandomGenerator random() {
    return timeline.random();
  }

  @Override
  public void close() {
    timeline.close();
  }
}
