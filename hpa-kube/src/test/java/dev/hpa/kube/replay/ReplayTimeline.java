package dev.hpa.kube.replay;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;

/** A timeline that advances only while the client sleeps. Not thread-safe. */
final class ReplayTimeline implements Timeline {

  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

  private final VirtualTimeline time = new VirtualTimeline(START);

  long passedMs() {
    return Duration.between(START, now()).toMillis();
  }

  void pass(Duration duration) {
    time.advance(duration);
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public Scheduled schedule(Duration delay, Runnable task) {
    return time.schedule(delay, task);
  }

  @Override
  public Duration toReal(Duration duration) {
    return time.toReal(duration);
  }

  @Override
  public void sleep(Duration duration) {
    pass(duration);
  }

  @Override
  public void close() {
    time.close();
  }
}
