package dev.hpa.controller.reconcile;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits concurrent reconciles, and those of a namespace to one less, so that none holds all slots
 * by the time that its reconciles take. A reconcile that waits for metrics releases its slot, so
 * that a provider that does not respond delays only the autoscalers that use it. Thread-safe.
 */
public final class WorkSlots {

  private static final ScopedValue<Share> HELD = ScopedValue.newInstance();

  private final ConcurrentHashMap<String, Share> shares = new ConcurrentHashMap<>();
  private final Semaphore slots;
  private final int ofNamespace;
  private volatile Runnable returned = () -> {};

  /**
   * @param count at least 1
   */
  public WorkSlots(int count) {
    slots = new Semaphore(count);
    ofNamespace = Math.max(1, count - 1);
  }

  /** The slots of a namespace, kept while reconciles of it run. */
  private static final class Share {
    final String namespace;
    final Semaphore slots;
    int reconciles;

    Share(String namespace, int slots) {
      this.namespace = namespace;
      this.slots = new Semaphore(slots);
    }
  }

  /** Runs an action from now on whenever a namespace may reserve one slot more. */
  void onReturn(Runnable action) {
    returned = action;
  }

  /** Reserves a slot of a namespace for a reconcile; false if it has reserved all it may. */
  public boolean reserve(String namespace) {
    Share share = enter(namespace);
    boolean isReserved = share.slots.tryAcquire();
    if (!isReserved) {
      leave(share);
    }
    return isReserved;
  }

  /** Cancels a reservation, without an effect on what others may reserve. */
  void cancel(String namespace) {
    Share share = Objects.requireNonNull(shares.get(namespace), "no slot is reserved");
    share.slots.release();
    leave(share);
  }

  /** Waits for a reserved slot. The caller then runs its reconcile with {@link #work}. */
  public void take() throws InterruptedException {
    slots.acquire();
  }

  /** Runs a reconcile in a slot reserved for its namespace and taken, and releases it. */
  public void work(String namespace, Runnable reconcile) {
    Share share = Objects.requireNonNull(shares.get(namespace), "no slot is reserved");
    try {
      ScopedValue.where(HELD, share).run(reconcile);
    } finally {
      leave(share);
      release(share);
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
    Share share = HELD.get();
    release(share);
    try {
      return something.get();
    } finally {
      share.slots.acquireUninterruptibly();
      slots.acquireUninterruptibly();
    }
  }

  private void release(Share share) {
    slots.release();
    share.slots.release();
    returned.run();
  }

  private Share enter(String namespace) {
    return shares.compute(
        namespace,
        (any, known) -> {
          Share share = known == null ? new Share(namespace, ofNamespace) : known;
          share.reconciles++;
          return share;
        });
  }

  private void leave(Share share) {
    shares.computeIfPresent(
        share.namespace, (any, known) -> --known.reconciles == 0 ? null : known);
  }
}
