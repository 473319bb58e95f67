package dev.hpa.api.time;

import dev.hpa.api.ImmutableCopies;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A timeline that only {@link #advance} moves. Due tasks run on the thread that advances it, in the
 * order of their due time and of their scheduling. Thread-safe.
 */
public final class VirtualTimeline implements Timeline {

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::due).thenComparingLong(Task::order));
  private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
  private Instant now;
  private Duration ahead = Duration.ZERO;
  private long order;
  private boolean closed;

  public VirtualTimeline(Instant start) {
    this.now = start;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized Instant wall() {
    return now.plus(ahead);
  }

  /**
   * Sets the wall clock.
   *
   * @param leap change of the wall clock; negative for backwards
   */
  public synchronized void setClock(Duration leap) {
    ahead = ahead.plus(leap);
  }

  @Override
  public synchronized Scheduled schedule(Duration delay, Runnable work) {
    Task task = new Task(now.plus(delay.isNegative() ? Duration.ZERO : delay), order++, work);
    if (!closed) {
      tasks.add(task);
    }
    return () -> remove(task);
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread sleeper = Thread.currentThread();
    CountDownLatch over = new CountDownLatch(1);
    Scheduled wake;
    synchronized (this) {
      // Together: a thread that counts as sleeping has its end among the due tasks.
      sleepers.add(sleeper);
      wake =
          schedule(
              duration,
              () -> {
                // Before it wakes up: it must not count as sleeping once its time has come.
                sleepers.remove(sleeper);
                over.countDown();
              });
    }
    try {
      over.await();
    } finally {
      wake.cancel();
      sleepers.remove(sleeper);
    }
  }

  /** The threads that only {@link #advance} lets continue, because they are in {@link #sleep}. */
  public synchronized Set<Thread> sleepers() {
    return ImmutableCopies.set(sleepers);
  }

  @Override
  public Duration toReal(Duration duration) {
    return Duration.ZERO;
  }

  /**
   * Advances the time and runs all tasks that become due, including those that these tasks
   * schedule.
   */
  public void advance(Duration duration) {
    Instant until = now().plus(duration);
    while (runNext(until)) {
      // All tasks that are due.
    }
    synchronized (this) {
      now = until;
    }
  }

  /**
   * Advances the time to the next task and runs it alone, so that a caller can wait for what it
   * causes on other threads before the next one runs.
   *
   * @return false if no task is due by {@code latest}; the time is unchanged then
   */
  public boolean runNext(Instant latest) {
    Task task = nextDue(latest);
    if (task == null) {
      return false;
    }
    task.work().run();
    return true;
  }

  /** The due time of the next task; null if there is none. */
  public synchronized @Nullable Instant nextDue() {
    Task next = tasks.peek();
    return next == null ? null : next.due();
  }

  @Override
  public synchronized void close() {
    closed = true;
    tasks.clear();
  }

  private synchronized void remove(Task task) {
    tasks.remove(task);
  }

  private synchronized @Nullable Task nextDue(Instant until) {
    Task next = tasks.peek();
    if (next == null || next.due().isAfter(until)) {
      return null;
    }
    tasks.remove();
    if (next.due().isAfter(now)) {
      now = next.due();
    }
    return next;
  }

  private record Task(Instant due, long order, Runnable work) {}
}
