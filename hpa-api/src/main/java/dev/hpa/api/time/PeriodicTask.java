package dev.hpa.api.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that schedules its next run before each run. */
final class PeriodicTask implements Timeline.Scheduled {

  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final Timeline timeline;
  private final Duration period;
  private final Runnable task;

  private PeriodicTask(Timeline timeline, Duration period, Runnable task) {
    this.timeline = timeline;
    this.period = period;
    this.task = task;
  }

  static Timeline.Scheduled start(Timeline timeline, Duration period, Runnable task) {
    PeriodicTask repetition = new PeriodicTask(timeline, period, task);
    repetition.next();
    return repetition;
  }

  private void next() {
    timeline.schedule(period, this::run);
  }

  private void run() {
    if (cancelled.get()) {
      return;
    }
    next();
    task.run();
  }

  @Override
  public void cancel() {
    cancelled.set(true);
  }
}
