package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.MemoryBudget;
import jakarta.inject.Inject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the syncs of the autoscalers that are due, each on its own virtual thread and in one of the
 * {@link WorkSlots}, and charges their namespaces for the time that they compute. Started and
 * closed by one thread.
 */
final class Dispatcher implements AutoCloseable {

  private final ReconcileQueue queue;
  private final WorkSlots slots;
  private final Timeline timeline;
  private final ExecutorService syncs =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reconcile-", 0).factory());
  private volatile @Nullable Thread thread;

  @Inject
  Dispatcher(ReconcileQueue queue, WorkSlots slots, Timeline timeline) {
    this.queue = queue;
    this.slots = slots;
    this.timeline = timeline;
    slots.onReturn(queue::retake);
  }

  /**
   * Starts to take what is due; returns immediately.
   *
   * @param sync syncs an autoscaler; never concurrently with itself
   */
  void start(Consumer<NamespacedName> sync) {
    thread = Thread.ofVirtual().name("dispatcher").start(() -> dispatch(sync));
  }

  boolean isStarted() {
    return thread != null;
  }

  /** Whether it has ended without being closed. */
  boolean isDead() {
    Thread started = thread;
    return started != null && !started.isAlive() && !queue.isClosed();
  }

  private void dispatch(Consumer<NamespacedName> sync) {
    try {
      while (true) {
        NamespacedName due = queue.take(slots::reserve);
        if (due == null) {
          return;
        }
        // Takes a slot only when a key is due: syncs that return from a read need the slot.
        slots.take();
        syncs.execute(() -> slots.work(due.namespace(), () -> measured(due, sync)));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void measured(NamespacedName key, Consumer<NamespacedName> sync) {
    ComputingTime.measure(
        timeline,
        computed -> queue.used(key, computed),
        () -> {
          queue.begin(key);
          try {
            MemoryBudget.during(key, () -> synced(key, sync));
          } finally {
            queue.done(key);
          }
        });
  }

  private static boolean synced(NamespacedName key, Consumer<NamespacedName> sync) {
    sync.accept(key);
    return true;
  }

  /** Ends after the syncs that are running. The queue must be closed. */
  @Override
  public void close() {
    Thread started = thread;
    if (started != null) {
      try {
        started.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    syncs.close();
  }
}
