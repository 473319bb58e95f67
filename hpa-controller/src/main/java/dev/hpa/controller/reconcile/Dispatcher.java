package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import jakarta.inject.Inject;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the syncs of the autoscalers that are due, each on its own virtual thread and in one of the
 * {@link WorkSlots}, and charges their namespaces for the time that they compute. Started and
 * closed by one thread.
 */
final class Dispatcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final ReconcileQueue queue;
  private final WorkSlots slots;
  private final SyncAdmission admission;
  private final ExecutorService syncs =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reconcile-", 0).factory());
  private volatile @Nullable Thread thread;

  /** Used by the dispatching thread: that of the last key that {@link #admits} has admitted. */
  private SyncAdmission.@Nullable Admitted admitted;

  @Inject
  Dispatcher(ReconcileQueue queue, WorkSlots slots, SyncAdmission admission, Timeline timeline) {
    this.queue = queue;
    this.slots = slots;
    this.admission = admission;
    slots.onComputed(timeline::now, queue::used);
    slots.onReturn(queue::retake);
    admission.onRelease(queue::retake);
  }

  /**
   * Starts to take what is due; returns immediately.
   *
   * @param sync syncs an autoscaler; never concurrently with itself
   */
  void start(BiConsumer<NamespacedName, SyncMemory> sync) {
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

  private void dispatch(BiConsumer<NamespacedName, SyncMemory> sync) {
    try {
      while (true) {
        NamespacedName due = queue.take(this::admits);
        if (due == null) {
          return;
        }
        SyncAdmission.Admitted memory = Objects.requireNonNull(admitted);
        // Takes a slot only when a key is due: syncs that return from a read need the slot.
        slots.take();
        syncs.execute(() -> slots.work(due.namespace(), () -> sync(due, memory, sync)));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether there are a slot and memory for the sync of a key; takes both. */
  private boolean admits(NamespacedName key) {
    if (!slots.reserve(key.namespace())) {
      return false;
    }
    admitted = admission.admit(key);
    if (admitted == null) {
      slots.cancel(key.namespace());
    }
    return admitted != null;
  }

  private void sync(
      NamespacedName key,
      SyncAdmission.Admitted memory,
      BiConsumer<NamespacedName, SyncMemory> sync) {
    queue.begin(key);
    try (memory) {
      sync.accept(key, memory);
    } catch (DeferredSyncException later) {
      LOG.debug("{}", later.getMessage());
    } finally {
      if (memory.isDeferred()) {
        queue.defer(key);
      } else {
        queue.done(key);
      }
    }
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
