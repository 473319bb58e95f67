package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlineClockTest {

  private final Timers timers = new Timers();
  private final AtomicInteger expired = new AtomicInteger();
  private final DeadlineClock clock =
      new DeadlineClock(timers, Duration.ofSeconds(10), expired::incrementAndGet);

  /** Timers that fire when the test says so, also too early. */
  private static final class Timers implements Timeline {

    private final Deque<Runnable> pending = new ArrayDeque<>();
    private Instant now = Instant.EPOCH;

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      pending.add(task);
      return () -> pending.remove(task);
    }

    @Override
    public Duration toReal(Duration duration) {
      return duration;
    }

    @Override
    public void close() {}

    void fireAfter(Duration time) {
      now = now.plus(time);
      pending.remove().run();
    }
  }

  @Test
  void expiresOnceAtTheDeadline() {
    clock.start();
    timers.fireAfter(Duration.ofSeconds(10));
    assertEquals(1, expired.get());
    assertEquals(0, timers.pending.size());
  }

  @Test
  void aTimerThatFiresEarlyDoesNotLoseTheDeadline() {
    clock.start();
    timers.fireAfter(Duration.ofSeconds(10).minusNanos(1));
    assertEquals(0, expired.get());
    timers.fireAfter(Duration.ofNanos(1));
    assertEquals(1, expired.get());
  }

  @Test
  void waitsDoNotCount() {
    clock.start();
    timers.now = timers.now.plusSeconds(4);
    clock.begun();
    timers.now = timers.now.plusSeconds(100);
    clock.ended();
    assertEquals(1, timers.pending.size());
    timers.fireAfter(Duration.ofSeconds(5));
    assertEquals(0, expired.get());
    timers.fireAfter(Duration.ofSeconds(1));
    assertEquals(1, expired.get());
  }
}
