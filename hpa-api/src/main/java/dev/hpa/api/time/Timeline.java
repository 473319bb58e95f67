package dev.hpa.api.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * A clock and its scheduler, with what else two runs of a program differ in: threads and random
 * numbers. A simulation that provides all of them repeats a run exactly. All durations are in the
 * time of the timeline: at 60 times the speed of real time, a task scheduled in 15 s runs after 250
 * ms of real time.
 *
 * <p>Thread-safe. Tasks run on one thread of the timeline, in the order in which they are due, and
 * must return quickly; run blocking work on another thread.
 */
public interface Timeline extends AutoCloseable {

  /** The monotonic time, for measurements. */
  Instant now();

  /**
   * The wall-clock time, for times that are exchanged with other processes. Jumps when the clock is
   * set.
   */
  default Instant wall() {
    return now();
  }

  /**
   * Runs a task once after a delay. With a delay of zero or less it runs as soon as possible, but
   * never within this call.
   */
  Scheduled schedule(Duration delay, Runnable task);

  /** Runs a task periodically, first after one period. Missed runs are skipped. */
  default Scheduled every(Duration period, Runnable task) {
    return PeriodicTask.start(this, period, task);
  }

  /**
   * The real time in which a duration of this timeline passes; zero if only method calls advance
   * the time.
   */
  Duration toReal(Duration duration);

  /** Blocks the calling thread for a duration of this timeline. */
  default void sleep(Duration duration) throws InterruptedException {
    await(new CountDownLatch(1), duration);
  }

  /**
   * Blocks the calling thread until a latch is released, at most for a duration of this timeline.
   * In real time no task of the timeline delays its end.
   *
   * @param released not used for anything else: it may be released at the end of the duration
   */
  default void await(CountDownLatch released, Duration atMost) throws InterruptedException {
    Scheduled wake = schedule(atMost, released::countDown);
    try {
      released.await();
    } finally {
      wake.cancel();
    }
  }

  /**
   * Blocks the calling thread until a latch is released, at most for a duration of real time
   * whatever the speed of this timeline.
   *
   * @return whether it was released; at once if the duration is not positive
   */
  default boolean awaitReal(CountDownLatch released, Duration atMost) throws InterruptedException {
    return released.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Builds threads for work that must not wait for the reconciles, such as the renewal of a Lease.
   * In real time they are platform daemon threads.
   */
  default Thread.Builder thread(String name) {
    return Thread.ofPlatform().daemon().name(name);
  }

  /** The random numbers of the calling thread, for jitter and for names. */
  default RandomGenerator random() {
    return ThreadLocalRandom.current();
  }

  /** Cancels all tasks; tasks scheduled later are ignored. */
  @Override
  void close();

  /** Returns a timeline of real time. */
  static Timeline real() {
    return new ScaledTimeline(InstantSource.system());
  }

  /**
   * Returns a timeline that starts at an instant and runs faster or slower than real time.
   *
   * @param speed seconds of this timeline per second of real time; more than 0
   */
  static Timeline scaled(double speed, Instant start) {
    return new ScaledTimeline(speed, start, null);
  }

  /** A scheduled task. */
  interface Scheduled {
    /** Cancels the task; no effect if it has run or is running. */
    void cancel();
  }
}
