package dev.hpa.api.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A timeline that only {@link #advance} moves. Due tasks run on the thread that advances it, in the
 * order of their due time and of their scheduling. Thread-safe.
 */
public final class VirtualTimeline implements Timeline {

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::due).thenComparingLong(Task::order));
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
  public Duration toReal(Duration duration) {
    return Duration.ZERO;
  }

  /**
   * Advances the time and runs all tasks that become due, including those that these tasks
   * schedule.
   */
  public void advance(Duration duration) {
    Instant until = now().plus(duration);
    for (Task task = nextDue(until); task != null; task = nextDue(until)) {
      task.work().run();
    }
    synchronized (this) {
      now = until;
    }
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
