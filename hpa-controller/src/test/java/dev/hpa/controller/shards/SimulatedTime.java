package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * The true time of a simulation, with tasks, and processes that wait in it. Only one of them runs
 * at a time, so that a run depends on its seed alone.
 */
final class SimulatedTime {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Time between two checks whether a suspended process is resumed. */
  static final Duration SUSPENDED = Duration.ofMillis(50);

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::order));
  private final Semaphore turn = new Semaphore(0);
  private long order;
  private long now;

  private record Task(long due, long order, Runnable work) {}

  /** Nanoseconds since the start. */
  long now() {
    return now;
  }

  double seconds() {
    return now / 1e9;
  }

  void after(Duration delay, Runnable work) {
    tasks.add(new Task(now + Math.max(0, delay.toNanos()), order++, work));
  }

  /** Runs tasks until a time since the start, on a virtual thread as the processes have. */
  void runUntil(Duration end) {
    Thread runner = Thread.ofVirtual().start(() -> run(end));
    try {
      runner.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Duration end) {
    while (!tasks.isEmpty() && tasks.peek().due <= end.toNanos()) {
      Task task = tasks.poll();
      now = Math.max(now, task.due);
      task.work.run();
    }
    now = Math.max(now, end.toNanos());
  }

  /** A thread that runs only in its turns. */
  final class ProcessClock {
    private final Semaphore resume = new Semaphore(0);

    /** Starts work; returns when it waits or has ended. */
    void start(Runnable work) {
      Thread.ofVirtual()
          .start(
              () -> {
                resume.acquireUninterruptibly();
                try {
                  work.run();
                } finally {
                  turn.release();
                }
              });
      giveTurn();
    }

    private void giveTurn() {
      resume.release();
      turn.acquireUninterruptibly();
    }

    /** Called by its work: waits for a duration, and then while a condition is true. */
    void pause(Duration duration, BooleanSupplier andWhile) {
      after(duration, () -> resume(andWhile));
      turn.release();
      resume.acquireUninterruptibly();
    }

    private void resume(BooleanSupplier later) {
      if (later.getAsBoolean()) {
        after(SUSPENDED, () -> resume(later));
      } else {
        giveTurn();
      }
    }
  }

  /**
   * The clock of a machine.
   *
   * @param rate seconds of the clock per true second
   * @param ahead of the wall clock
   */
  Timeline clock(double rate, Duration ahead) {
    return new Timeline() {
      @Override
      public Instant now() {
        return START.plusNanos((long) (now * rate));
      }

      @Override
      public Instant wall() {
        return now().plus(ahead);
      }

      @Override
      public Scheduled schedule(Duration delay, Runnable task) {
        boolean[] cancelled = {false};
        after(
            Duration.ofNanos((long) (delay.toNanos() / rate)),
            () -> {
              if (!cancelled[0]) {
                task.run();
              }
            });
        return () -> cancelled[0] = true;
      }

      @Override
      public Duration toReal(Duration duration) {
        return Duration.ofNanos((long) (duration.toNanos() / rate));
      }

      @Override
      public void close() {}
    };
  }
}
