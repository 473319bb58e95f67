package dev.hpa.controller.reconcile;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits concurrent reconciles. A reconcile that waits for metrics releases its slot, so that a
 * provider that does not respond delays only the autoscalers that use it. Thread-safe.
 */
public final class WorkSlots {

  private static final ScopedValue<Boolean> HELD = ScopedValue.newInstance();

  private final Semaphore slots;

  /**
   * @param count at least 1
   */
  public WorkSlots(int count) {
    slots = new Semaphore(count);
  }

  /** Waits for a slot. The caller then runs its work with {@link #work}. */
  void take() throws InterruptedException {
    slots.acquire();
  }

  /** Runs work in an acquired slot and releases it. */
  void work(Runnable task) {
    try {
      ScopedValue.where(HELD, true).run(task);
    } finally {
      slots.release();
    }
  }

  /** As {@link #waitFor(Supplier)}, in a sync whose wait is no computing time. */
  public void pause(Runnable wait) {
    try (ComputingTime.Wait _ = ComputingTime.pause()) {
      waitFor(
          () -> {
            wait.run();
            return true;
          });
    }
  }

  /** Releases the slot of the caller, if any, while it waits. */
  public <T> T waitFor(Supplier<T> something) {
    if (!HELD.isBound()) {
      return something.get();
    }
    slots.release();
    try {
      return something.get();
    } finally {
      slots.acquireUninterruptibly();
    }
  }
}
