package dev.hpa.controller.world;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process of the world: its threads, and its clock, which may be wrong. All that it does to
 * others goes over a {@link Wire}; one whose wire is cut has died for them.
 */
final class SimulatedProcess {

  private final World world;
  private final String name;
  private final Executor scheduler;
  private final SimulatedTimeline timeline = new SimulatedTimeline();
  private final Deque<Runnable> due = new ArrayDeque<>();
  private @Nullable Thread timelineThread;
  private Duration clockError = Duration.ZERO;
  private boolean isPaused;
  private int running;

  SimulatedProcess(World world, String name) {
    this.world = world;
    this.name = name;
    this.scheduler = world.scheduler(this);
  }

  Timeline timeline() {
    return timeline;
  }

  /** Starts a thread. May be called by the runner of the world. */
  Thread start(String thread, Runnable work) {
    running++;
    return World.threads(scheduler)
        .name(thread)
        .start(
            () -> {
              try {
                work.run();
              } finally {
                running--;
              }
            });
  }

  /** The number of threads of {@link #start} that have not ended, without that of the timeline. */
  int running() {
    return running - (timelineThread == null ? 0 : 1);
  }

  /** As SIGSTOP or a long garbage collection: no thread runs, while the time passes. */
  void pause() {
    isPaused = true;
  }

  void resume() {
    isPaused = false;
  }

  boolean isPaused() {
    return isPaused;
  }

  /** Sets the wall clock forward or, with a negative step, back. */
  void setClock(Duration step) {
    clockError = clockError.plus(step);
  }

  Duration clockError() {
    return clockError;
  }

  private void due(Runnable task) {
    due.add(task);
    if (timelineThread == null) {
      timelineThread = start("timeline", this::runDue);
    } else {
      LockSupport.unpark(timelineThread);
    }
  }

  private void runDue() {
    while (true) {
      Runnable task = due.poll();
      if (task == null) {
        LockSupport.park();
        Thread.interrupted();
        continue;
      }
      try {
        task.run();
      } catch (RuntimeException failure) {
        world.log("%s: a task of the timeline failed: %s", name, failure);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private final class SimulatedTimeline implements Timeline {

    private boolean isClosed;

    @Override
    public Instant now() {
      return world.now();
    }

    @Override
    public Instant wall() {
      return world.now().plus(clockError);
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      World.Cancellation event =
          world.after(
              delay,
              () -> {
                if (!isClosed) {
                  due(task);
                }
              });
      return event::cancel;
    }

    @Override
    public void await(CountDownLatch released, Duration atMost) throws InterruptedException {
      World.Cancellation end = world.after(atMost, released::countDown);
      try {
        released.await();
      } finally {
        end.cancel();
      }
    }

    /** Real time does not pass here: it is that of the world too. */
    @Override
    public boolean awaitReal(CountDownLatch released, Duration atMost) throws InterruptedException {
      Thread waiter = Thread.currentThread();
      Instant end = world.now().plus(atMost);
      World.Cancellation alarm = world.after(atMost, () -> LockSupport.unpark(waiter));
      Thread helper =
          thread("await")
              .start(
                  () -> {
                    try {
                      released.await();
                      LockSupport.unpark(waiter);
                    } catch (InterruptedException over) {
                      Thread.currentThread().interrupt();
                    }
                  });
      try {
        while (released.getCount() > 0 && world.now().isBefore(end)) {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          LockSupport.park(this);
        }
      } finally {
        alarm.cancel();
        helper.interrupt();
      }
      return released.getCount() == 0;
    }

    @Override
    public Duration toReal(Duration duration) {
      return duration;
    }

    @Override
    public Thread.Builder thread(String thread) {
      return World.threads(scheduler).name(thread);
    }

    @Override
    public RandomGenerator random() {
      return world.random();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
