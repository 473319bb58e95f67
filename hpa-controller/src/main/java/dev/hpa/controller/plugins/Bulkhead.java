package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.kube.http.RateLimitWaitListener;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the calls of one plug-in: limits concurrency and runs each call on its own thread with a
 * deadline.
 *
 * <p>Calls beyond the limit wait in a {@link FairQueue}, so that neither a namespace nor an
 * autoscaler with many calls delays those of others. A namespace may have as many calls at a time
 * as the limit. A namespace without one does not wait for them to end, which may take a deadline:
 * its first call begins as long as fewer namespaces than the limit have calls, so that there are
 * fewer than twice as many calls as the limit.
 *
 * <p>The wait has no deadline as long as calls end, because it is due to the load and not to the
 * plug-in. A call that misses its deadline is interrupted. One that ignores the interrupt keeps its
 * slot; when a namespace waits for such calls only, they have stalled, and its queued calls expire
 * after another deadline.
 *
 * <p>Thread-safe. Guarded by the lock of its owner, so that the owner can determine the contents of
 * a call when it begins.
 */
final class Bulkhead {

  /** Time of a call that counts as one; most take less. Whole ones beyond count, too. */
  private static final Duration USUAL = Duration.ofMillis(100);

  /** A call, or several that are determined when its turn comes. */
  interface Call {

    /**
     * Begins the call in a turn; called with the lock held.
     *
     * @param turn the tenant whose turn it is
     * @return whether to run it; false if it has begun before or is no longer awaited
     */
    boolean begin(NamespacedName turn);

    /** Whether others follow from it, which continue its turn; known when it has begun. */
    default boolean isDivided() {
      return false;
    }

    /** Runs the call on a thread of the bulkhead; throws nothing. */
    void run();

    /** The deadline of this call, or of those it waits for, has passed; called without the lock. */
    void expire();

    /** The call failed, because no thread could be started for it. */
    void failed(Throwable fault);

    /** The call is cancelled because this process shuts down; called without the lock. */
    void cancel();
  }

  private final ReentrantLock lock;
  private final Timeline timeline;
  private final ThreadFactory threads;
  private final Duration deadline;
  private final int concurrency;
  private final FairQueue<Call> waiting =
      new FairQueue<>(Limit.HPA_CALLS.asInt(), Limit.NAMESPACE_CALLS.asInt());
  private final List<Place> running = new ArrayList<>();

  /** The calls of {@link #running} by their namespace, without those that have none. */
  private final Map<String, List<Place>> byNamespace = new HashMap<>();

  /** How many of {@link #running} are overdue. */
  private int overdue;

  private @Nullable Watch stall;
  private boolean closed;

  /**
   * @param threads the threads of calls; platform threads for plug-ins, because an endless
   *     computation would occupy the carriers of virtual threads
   * @param deadline of a call, in the timeline's time
   * @param concurrency calls of one namespace at a time, and namespaces with calls at a time; at
   *     least 1, which permits a single call
   */
  Bulkhead(
      ReentrantLock lock,
      Timeline timeline,
      ThreadFactory threads,
      Duration deadline,
      int concurrency) {
    this.lock = lock;
    this.timeline = timeline;
    this.threads = threads;
    this.deadline = deadline;
    this.concurrency = concurrency;
  }

  /** A call that has begun. */
  private final class Place {
    final String namespace;
    final Call call;
    final DeadlineClock clock = new DeadlineClock(timeline, deadline, this::expired);
    @Nullable Thread thread;
    boolean isOverdue;

    Place(String namespace, Call call) {
      this.namespace = namespace;
      this.call = call;
    }

    void begin() {
      thread = threads.newThread(this::run);
      clock.start();
      thread.start();
    }

    private void run() {
      try {
        ScopedValue.where(RateLimitWaitListener.OBSERVER, clock).run(call::run);
      } finally {
        ended(this, clock.stop());
      }
    }

    private void expired() {
      call.expire();
      lock.lock();
      try {
        if (running.contains(this)) {
          isOverdue = true;
          overdue++;
        }
        interrupt();
        watchForStall();
      } finally {
        lock.unlock();
      }
    }

    /** Only while it runs: the thread may serve another call afterwards. */
    void interrupt() {
      if (thread != null && running.contains(this)) {
        thread.interrupt();
      }
    }
  }

  /** Adds a call to the queue of a tenant. */
  void add(NamespacedName tenant, Call call) {
    lock.lock();
    try {
      if (!closed) {
        waiting.add(tenant, call);
        startCalls();
        return;
      }
    } finally {
      lock.unlock();
    }
    call.cancel();
  }

  /** The number of calls that have not begun. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Adds calls at the head of the queue of a tenant and extends its turn. */
  void addFirst(NamespacedName tenant, List<? extends Call> calls) {
    lock.lock();
    try {
      if (!closed) {
        waiting.addFirst(tenant, calls);
        startCalls();
        return;
      }
    } finally {
      lock.unlock();
    }
    calls.forEach(Call::cancel);
  }

  private void startCalls() {
    FairQueue.Turn<Call> turn = next();
    while (turn != null) {
      if (turn.item().begin(turn.tenant())) {
        Place place = new Place(turn.tenant().namespace(), turn.item());
        running.add(place);
        byNamespace.computeIfAbsent(place.namespace, any -> new ArrayList<>()).add(place);
        if (turn.item().isDivided()) {
          waiting.pause(place.namespace);
        }
        begin(place);
      } else {
        waiting.uncount(turn.tenant().namespace());
      }
      turn = next();
    }
    watchForStall();
  }

  /** Removes the next call that may begin; null if there is none. */
  private FairQueue.@Nullable Turn<Call> next() {
    if (closed) {
      return null;
    }
    if (running.size() < concurrency) {
      return waiting.poll();
    }
    return byNamespace.size() < concurrency
        ? waiting.poll(namespace -> !byNamespace.containsKey(namespace))
        : null;
  }

  private void remove(Place place) {
    if (!running.remove(place)) {
      return;
    }
    List<Place> own = byNamespace.get(place.namespace);
    if (own != null && own.remove(place) && own.isEmpty()) {
      byNamespace.remove(place.namespace);
    }
    overdue -= place.isOverdue ? 1 : 0;
  }

  private void begin(Place place) {
    try {
      place.begin();
    } catch (OutOfMemoryError noThread) {
      place.clock.stop();
      remove(place);
      place.call.failed(noThread);
    }
  }

  private void ended(Place place, Duration took) {
    lock.lock();
    try {
      waiting.charge(place.namespace, took.dividedBy(USUAL));
      remove(place);
      startCalls();
    } finally {
      lock.unlock();
    }
  }

  private void watchForStall() {
    boolean hasStalled = overdue > 0 && waiting.hasAny(this::hasStalled);
    if (!hasStalled) {
      endWatch();
    } else if (stall == null) {
      stall = new Watch();
    }
  }

  /** Whether a namespace, with queued calls only, waits for overdue calls. */
  private boolean hasStalled(String namespace) {
    List<Place> own = byNamespace.getOrDefault(namespace, running);
    return own.stream().allMatch(each -> each.isOverdue);
  }

  private void endWatch() {
    if (stall != null) {
      stall.end.cancel();
      stall = null;
    }
  }

  /** A deadline for queued calls that have stalled; one that is replaced may still come. */
  private final class Watch {
    final Timeline.Scheduled end = timeline.schedule(deadline, this::ended);

    private void ended() {
      List<Call> late;
      lock.lock();
      try {
        if (stall != this) {
          return;
        }
        stall = null;
        late = waiting.drain(Bulkhead.this::hasStalled);
      } finally {
        lock.unlock();
      }
      late.forEach(Call::expire);
    }
  }

  /** Begins no more calls, interrupts running ones and cancels queued ones. */
  void close() {
    List<Call> all;
    lock.lock();
    try {
      closed = true;
      endWatch();
      all = waiting.drain();
      for (Place place : running) {
        all.add(place.call);
        place.clock.stop();
        place.interrupt();
      }
    } finally {
      lock.unlock();
    }
    all.forEach(Call::cancel);
  }
}
