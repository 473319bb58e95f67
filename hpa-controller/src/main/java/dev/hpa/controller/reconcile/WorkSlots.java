package dev.hpa.controller.reconcile;

import dev.hpa.kube.http.RateLimitWaitListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Limits concurrent reconciles, and those of a namespace to one less, so that none holds all slots
 * by the time that its reconciles take. A reconcile that waits for metrics releases its slot, so
 * that a provider that does not respond delays only the autoscalers that use it. Each time in which
 * a reconcile computes, as opposed to that in which it waits, is reported when it ends, so that one
 * that waits long is charged before. Thread-safe.
 */
public final class WorkSlots {

  private final ConcurrentHashMap<String, Share> shares = new ConcurrentHashMap<>();
  private final Semaphore slots;
  private final int ofNamespace;
  private volatile Runnable returned = () -> {};
  private volatile BiConsumer<String, Duration> computed = (namespace, time) -> {};
  private volatile InstantSource clock = () -> Instant.EPOCH;

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

  /** A reconcile in its slot, and the waits of its thread and of the requests that it makes. */
  private final class Reconcile implements RateLimitWaitListener {
    final Share share;
    private Instant since = clock.instant();
    private int waits;

    Reconcile(Share share) {
      this.share = share;
    }

    @Override
    public synchronized void begun() {
      if (waits++ == 0) {
        computed.accept(share.namespace, Duration.between(since, clock.instant()));
      }
    }

    @Override
    public synchronized void ended() {
      if (--waits == 0) {
        since = clock.instant();
      }
    }
  }

  /** The end of a wait. */
  interface Wait extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Reports from now on how long reconciles compute.
   *
   * @param time receives each interval, with the namespace
   */
  void onComputed(InstantSource clock, BiConsumer<String, Duration> time) {
    this.clock = clock;
    this.computed = time;
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
    Reconcile running = new Reconcile(share);
    try {
      ScopedValue.where(RateLimitWaitListener.OBSERVER, running).run(reconcile);
    } finally {
      running.begun();
      leave(share);
      release(share);
    }
  }

  /** Begins a wait of the caller that keeps its slot and is no computing time. */
  static Wait keepingSlot() {
    RateLimitWaitListener caller =
        RateLimitWaitListener.OBSERVER.orElse(RateLimitWaitListener.NONE);
    caller.begun();
    return caller::ended;
  }

  /** As {@link #waitFor(Supplier)}, in a reconcile whose wait is no computing time. */
  public void releasingSlot(Runnable wait) {
    try (Wait _ = keepingSlot()) {
      waitFor(
          () -> {
            wait.run();
            return true;
          });
    }
  }

  /** Releases the slot of the caller, if any, while it waits. */
  public <T> T waitFor(Supplier<T> something) {
    if (!(RateLimitWaitListener.OBSERVER.orElse(RateLimitWaitListener.NONE)
        instanceof Reconcile caller)) {
      return something.get();
    }
    Share share = caller.share;
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
