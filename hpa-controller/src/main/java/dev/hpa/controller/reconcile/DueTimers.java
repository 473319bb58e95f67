package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.UnexpectedFailures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Timers of the autoscalers of namespaces. Those of a namespace whose times are in the same window
 * expire together, at the latest of these times: autoscalers that are due together share metric
 * reads. Otherwise a few writes that waited for the client-side rate limit once would keep them
 * apart forever, because each is due a period after its last sync. None expires early.
 *
 * <p>Thread-safe.
 */
final class DueTimers {

  private final Timeline timeline;
  private final Duration window;
  private final Map<Slot, Group> groups = new HashMap<>();
  private final UnexpectedFailures failures = new UnexpectedFailures(DueTimers.class);

  /**
   * @param window longest time between the timers that expire together; zero if all expire alone
   */
  DueTimers(Timeline timeline, Duration window) {
    this.timeline = timeline;
    this.window = window;
  }

  /**
   * @param number number of the window since the epoch
   */
  private record Slot(String namespace, long number) implements Comparable<Slot> {

    @Override
    public int compareTo(Slot other) {
      int byNamespace = namespace.compareTo(other.namespace);
      return byNamespace == 0 ? Long.compare(number, other.number) : byNamespace;
    }

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Slot that
          && number == that.number
          && namespace.equals(that.namespace);
    }

    @Override
    public int hashCode() {
      return 31 * namespace.hashCode() + Long.hashCode(number);
    }
  }

  private static final class Group {
    final List<Runnable> tasks = new ArrayList<>();
    Instant latest = Instant.MIN;
  }

  /** Runs a task after a delay, or together with later ones of the namespace. */
  void schedule(String namespace, Duration delay, Runnable task) {
    if (window.isZero()) {
      timeline.schedule(delay, task);
      return;
    }
    Instant due = timeline.now().plus(delay);
    Slot slot =
        new Slot(namespace, Math.floorDiv(due.toEpochMilli(), Math.max(1, window.toMillis())));
    if (add(slot, due, task)) {
      timeline.schedule(delay, () -> expire(slot));
    }
  }

  /** Returns whether the task is the first of its group. */
  private synchronized boolean add(Slot slot, Instant due, Runnable task) {
    Group group = groups.computeIfAbsent(slot, any -> new Group());
    group.tasks.add(task);
    group.latest = due.isAfter(group.latest) ? due : group.latest;
    return group.tasks.size() == 1;
  }

  private void expire(Slot slot) {
    List<Runnable> expired;
    synchronized (this) {
      Group group = groups.get(slot);
      if (group == null) {
        return;
      }
      Duration rest = Duration.between(timeline.now(), group.latest);
      if (rest.isPositive()) {
        timeline.schedule(rest, () -> expire(slot));
        return;
      }
      groups.remove(slot);
      expired = group.tasks;
    }
    expired.forEach(this::run);
  }

  /** Each alone: a failure of one must not keep the others of its namespace from being due. */
  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException failure) {
      failures.met("an HPA that is due", failure);
    }
  }
}
