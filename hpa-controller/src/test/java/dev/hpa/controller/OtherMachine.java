package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;

/** The time of a machine whose clock is right, however the clock of this one is set. */
public record OtherMachine(Timeline timeline) implements Timeline {

  @Override
  public Instant now() {
    return timeline.now();
  }

  @Override
  public Instant wall() {
    return timeline.now();
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
