package dev.hpa.api.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A timeline at a constant multiple of the speed of the monotonic clock. */
final class ScaledTimeline implements Timeline {

  private final double speed;
  private final Instant start;
  private final long startNanos = System.nanoTime();
  private final @Nullable InstantSource wall;
  private final ScheduledThreadPoolExecutor executor;

  /** Creates a timeline of real time with the wall clock. */
  ScaledTimeline(InstantSource wall) {
    this(1.0, wall.instant(), wall);
  }

  /**
   * Creates a timeline.
   *
   * @param speed seconds of the timeline per second of real time; more than 0
   * @param start time at creation
   * @param wall wall clock; null to use the monotonic time
   */
  ScaledTimeline(double speed, Instant start, @Nullable InstantSource wall) {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException(
          "speed: \"" + speed + "\" is not positive and finite; use a number above 0");
    }
    this.speed = speed;
    this.start = start;
    this.wall = wall;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("timeline").unstarted(task));
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setRejectedExecutionHandler((task, pool) -> {});
  }

  @Override
  public Instant now() {
    return start.plusNanos((long) ((System.nanoTime() - startNanos) * speed));
  }

  @Override
  public Instant wall() {
    return wall == null ? now() : wall.instant();
  }

  @Override
  public Scheduled schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        executor.schedule(guarded(task), toReal(delay).toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** Without a task: those of others must not delay the renewal of a Lease. */
  @Override
  public void await(CountDownLatch released, Duration atMost) throws InterruptedException {
    if (!released.await(toReal(atMost).toNanos(), TimeUnit.NANOSECONDS)) {
      released.countDown();
    }
  }

  @Override
  public Duration toReal(Duration duration) {
    return speed == 1.0 ? duration : Duration.ofNanos((long) (duration.toNanos() / speed));
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  /** Reports an uncaught exception of a task; later tasks still run. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error failure) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
      }
    };
  }
}
