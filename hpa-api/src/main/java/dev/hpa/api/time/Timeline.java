package dev.hpa.api.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/**
 * A clock with the scheduler that belongs to it. All durations given to a timeline are in its own
 * time: on a timeline that runs sixty times as fast, a task scheduled in 15 s runs a quarter of a
 * real second later.
 *
 * <p>Thread-safe. Tasks run on the timeline's own thread, one at a time, in the order they are due,
 * and must return quickly; whatever waits belongs on a thread of its own.
 */
public interface Timeline extends AutoCloseable {

  /** The current time; never goes back and never leaps. For everything that is measured. */
  Instant now();

  /**
   * The time that clocks show, also those of others: for times that leave the process or come from
   * outside. Leaps when somebody sets the clock.
   */
  default Instant wall() {
    return now();
  }

  /**
   * Runs a task once, after a delay in this timeline's time. A delay of zero or less means as soon
   * as possible, never within the call.
   */
  Scheduled schedule(Duration delay, Runnable task);

  /**
   * Runs a task again and again, the first time after one period. Missed runs are not made up for.
   */
  default Scheduled every(Duration period, Runnable task) {
    return Repetition.start(this, period, task);
  }

  /**
   * How long a real thread has to wait for a duration of this timeline to pass; zero where only
   * calls move the time on.
   */
  Duration toReal(Duration duration);

  /** Lets a duration of this timeline pass on the calling thread. */
  default void sleep(Duration duration) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Scheduled wake = schedule(duration, over::countDown);
    try {
      over.await();
    } finally {
      wake.cancel();
    }
  }

  /** Drops all tasks; later ones are ignored. */
  @Override
  void close();

  /** The real time. */
  static Timeline real() {
    return new ScaledTimeline(InstantSource.system());
  }

  /**
   * A time that starts at an instant and runs faster or slower than real time.
   *
   * @param speed seconds that pass here in one real second, more than 0
   */
  static Timeline scaled(double speed, Instant start) {
    return new ScaledTimeline(speed, start, null);
  }

  /** A task that may be taken back. */
  interface Scheduled {
    /** Takes the task back; without effect when it has run or is running. */
    void cancel();
  }
}
