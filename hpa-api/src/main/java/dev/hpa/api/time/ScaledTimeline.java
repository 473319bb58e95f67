package dev.hpa.api.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A time that runs at a constant speed beside the machine's monotonic clock. */
final class ScaledTimeline implements Timeline {

  private final double speed;
  private final Instant start;
  private final long startNanos = System.nanoTime();
  private final ScheduledThreadPoolExecutor executor;

  ScaledTimeline(double speed, Instant start) {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException("speed must be more than 0, but is " + speed);
    }
    this.speed = speed;
    this.start = start;
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
  public Scheduled schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        executor.schedule(guarded(task), toReal(delay).toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public Duration toReal(Duration duration) {
    return speed == 1.0 ? duration : Duration.ofNanos((long) (duration.toNanos() / speed));
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  /** A failing task is reported like any uncaught failure and does not end the ones after it. */
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
