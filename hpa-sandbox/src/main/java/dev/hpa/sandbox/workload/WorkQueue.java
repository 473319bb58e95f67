package dev.hpa.sandbox.workload;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The work queue of the simulator: dispatches queued change notifications to the indexes, then
 * reconciles queued keys. All notifications are dispatched before each reconcile, so a controller
 * never acts on an index that is behind its own writes.
 *
 * <p>Any thread may call {@link #note}, which only queues; everything else runs on the timeline.
 */
final class WorkQueue {

  /** The maximum work per task, so that other tasks of the timeline can run in between. */
  private static final int BATCH = 200;

  /** Reconciles the object with a key, which may no longer exist. */
  @FunctionalInterface
  interface Worker {
    void work(ObjectKey key);
  }

  private final Timeline timeline;
  private final BiConsumer<ResourceType, Change> dispatch;
  private final Queue<Runnable> notes = new ConcurrentLinkedQueue<>();
  private final SequencedSet<Task> tasks = new LinkedHashSet<>();
  private final AtomicBoolean awake = new AtomicBoolean();

  WorkQueue(Timeline timeline, BiConsumer<ResourceType, Change> dispatch) {
    this.timeline = timeline;
    this.dispatch = dispatch;
  }

  void note(ResourceType type, Change change) {
    note(() -> dispatch.accept(type, change));
  }

  /** Queues a short task to run before the next reconcile. Any thread may call this. */
  void note(Runnable what) {
    notes.add(what);
    wake();
  }

  /** Queues a key; has no effect if it is queued already. */
  void mark(Worker worker, ObjectKey key) {
    tasks.add(new Task(worker, key));
    wake();
  }

  void markLater(Duration delay, Worker worker, ObjectKey key) {
    timeline.schedule(delay, () -> mark(worker, key));
  }

  private void wake() {
    if (awake.compareAndSet(false, true)) {
      timeline.schedule(Duration.ZERO, this::run);
    }
  }

  private void run() {
    awake.set(false);
    try {
      for (int i = 0; i < BATCH && step(); i++) {}
    } finally {
      if (!notes.isEmpty() || !tasks.isEmpty()) {
        wake();
      }
    }
  }

  private boolean step() {
    for (Runnable note = notes.poll(); note != null; note = notes.poll()) {
      note.run();
    }
    if (tasks.isEmpty()) {
      return false;
    }
    Task task = tasks.removeFirst();
    try {
      task.worker().work(task.key());
    } catch (StatusException refused) {
      // The object or its namespace was deleted or changed concurrently; that notification queues
      // the remaining work.
    }
    return true;
  }

  private record Task(Worker worker, ObjectKey key) {}
}
