package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.kube.client.RateLimitWaitListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the calls of one plug-in: limits concurrency and runs each call on its own thread with a
 * deadline.
 *
 * <p>Calls beyond the limit wait in a {@link FairQueue}, so that neither a namespace nor an
 * autoscaler with many calls delays those of others. The wait has no deadline as long as calls end,
 * because it is due to the load and not to the plug-in. A call that misses its deadline is
 * interrupted. One that ignores the interrupt keeps its slot; when such calls keep all slots, the
 * plug-in has stalled, and queued calls expire after another deadline.
 *
 * <p>Thread-safe. Guarded by the lock of its owner, so that the owner can determine the contents of
 * a call when it begins.
 */
final class Bulkhead {

  /** Calls per turn of an autoscaler, so that one with few metrics waits for a single turn. */
  private static final int QUANTUM = 8;

  /** A call, or several that are determined when its turn comes. */
  interface Call {

    /**
     * Begins the call in a turn; called with the lock held.
     *
     * @param turn the tenant whose turn it is
     * @return whether to run it; false if it has begun before or is no longer awaited
     */
    boolean begin(NamespacedName turn);

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
  private final FairQueue<Call> waiting = new FairQueue<>(QUANTUM);
  private final List<Place> running = new ArrayList<>();
  private Timeline.@Nullable Scheduled stall;
  private boolean closed;

  /**
   * @param threads the threads of calls; platform threads for plug-ins, because an endless
   *     computation would occupy the carriers of virtual threads
   * @param deadline of a call, in the timeline's time
   * @param concurrency calls at a time, at least 1
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
    final Call call;
    final DeadlineClock clock = new DeadlineClock(timeline, deadline, this::expired);
    @Nullable Thread thread;
    boolean isOverdue;

    Place(Call call) {
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
        clock.stop();
        ended(this);
      }
    }

    private void expired() {
      call.expire();
      lock.lock();
      try {
        isOverdue = true;
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
    while (!closed && running.size() < concurrency) {
      FairQueue.Turn<Call> turn = waiting.poll();
      if (turn == null) {
        return;
      }
      if (turn.item().begin(turn.tenant())) {
        Place place = new Place(turn.item());
        running.add(place);
        begin(place);
      }
    }
    watchForStall();
  }

  private void begin(Place place) {
    try {
      place.begin();
    } catch (OutOfMemoryError noThread) {
      place.clock.stop();
      running.remove(place);
      place.call.failed(noThread);
    }
  }

  private void ended(Place place) {
    lock.lock();
    try {
      running.remove(place);
      endWatch();
      startCalls();
    } finally {
      lock.unlock();
    }
  }

  private void watchForStall() {
    boolean isStalled =
        running.size() >= concurrency && running.stream().allMatch(each -> each.isOverdue);
    if (isStalled && !waiting.isEmpty() && stall == null) {
      stall = timeline.schedule(deadline, this::stalled);
    }
  }

  private void endWatch() {
    if (stall != null) {
      stall.cancel();
      stall = null;
    }
  }

  private void stalled() {
    List<Call> late;
    lock.lock();
    try {
      if (stall == null) {
        return;
      }
      stall = null;
      late = waiting.drain();
    } finally {
      lock.unlock();
    }
    late.forEach(Call::expire);
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
