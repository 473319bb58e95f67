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
 * The one loop of the simulator: changes that listeners noted are dispatched to the indexes, then
 * keys that controllers marked are worked on. All notes are dispatched before each piece of work,
 * so a controller never acts on an index that is behind what it wrote itself.
 *
 * <p>{@link #note} may be called by any thread and only queues; everything else happens on the
 * timeline.
 */
final class WorkLoop {

  /** What one task does at most, so that the timeline gets to other tasks in between. */
  private static final int BATCH = 200;

  /** Brings the object at a key to where it should be. Must cope with the object being gone. */
  @FunctionalInterface
  interface Worker {
    void work(ObjectKey key);
  }

  private final Timeline timeline;
  private final BiConsumer<ResourceType, Change> dispatch;
  private final Queue<Runnable> notes = new ConcurrentLinkedQueue<>();
  private final SequencedSet<Task> tasks = new LinkedHashSet<>();
  private final AtomicBoolean awake = new AtomicBoolean();

  WorkLoop(Timeline timeline, BiConsumer<ResourceType, Change> dispatch) {
    this.timeline = timeline;
    this.dispatch = dispatch;
  }

  void note(ResourceType type, Change change) {
    note(() -> dispatch.accept(type, change));
  }

  /** Has something short done before the next piece of work. May be called by any thread. */
  void note(Runnable what) {
    notes.add(what);
    wake();
  }

  /** Marks a key; marking it again before it was worked on has no effect. */
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
      // The object or its namespace went away or changed under the worker; the note of that marks
      // what is left to do.
    }
    return true;
  }

  private record Task(Worker worker, ObjectKey key) {}
}
