package dev.hpa.controller.reconcile;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.controller.queue.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which autoscaler is due.
 *
 * <p>Every request waits one period; of several requests for one key the earliest counts, so that
 * the time from one start to the next is about the period whatever asks in between. A key that
 * becomes due while it is being worked on comes again when that is done. There is no back-off: a
 * failing autoscaler is tried again after a period like any other.
 *
 * <p>With stagger a request waits for a moment of its namespace instead, the first after half a
 * period: however late a turn came and however long the work took, keys come together again.
 *
 * <p>Namespaces take turns, so that one with thousands of autoscalers does not delay the others.
 *
 * <p>Thread-safe.
 */
final class ReconcileQueue {

  /**
   * Autoscalers of a namespace in a row. More than one, so that those that are due together read
   * their metrics together.
   */
  private static final int TURN = 50;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<String> waiting = new HashSet<>();
  private final FairQueue<String> ready = new FairQueue<>(TURN);
  private final Set<String> queued = new HashSet<>();
  private final Set<String> working = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Map<String, Due> due = new HashMap<>();
  private final Map<String, Instant> begun = new HashMap<>();
  private final List<QueueListener> listeners = new CopyOnWriteArrayList<>();
  private final Timeline timeline;
  private final Duration period;
  private final @Nullable NamespaceStagger stagger;
  private boolean closed;

  /**
   * @param period from one look to the next
   * @param stagger null for none
   */
  ReconcileQueue(Timeline timeline, Duration period, @Nullable NamespaceStagger stagger) {
    this.timeline = timeline;
    this.period = period;
    this.stagger = stagger;
  }

  /**
   * @param added when the key became due
   * @param askedFor when it should have
   */
  private record Due(Instant added, Instant askedFor) {}

  /** Tells of everything from now on. */
  void onChange(QueueListener listener) {
    listeners.add(listener);
  }

  /** Asks for a key to be due after a period, unless it is due earlier already. */
  void add(String key) {
    Instant now = timeline.now();
    Duration delay =
        stagger == null
            ? period
            : Duration.between(now, stagger.next(namespace(key), now.plus(period.dividedBy(2))));
    add(key, delay);
  }

  /** An autoscaler is in the queue once at most, so its namespace is all that shares. */
  private static Tenant tenant(String key) {
    return new Tenant(namespace(key), "");
  }

  private static String namespace(String key) {
    return key.substring(0, Math.max(0, key.indexOf('/')));
  }

  /** The same with another time to wait. */
  void add(String key, Duration delay) {
    listeners.forEach(QueueListener::asked);
    lock.lock();
    try {
      if (closed || !waiting.add(key)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    Instant askedFor = timeline.now().plus(delay);
    timeline.schedule(delay, () -> due(key, askedFor));
  }

  /** Makes a key due at once; a request that waits stays as it is. */
  void addNow(String key) {
    listeners.forEach(QueueListener::asked);
    ready(key, timeline.now());
  }

  private void due(String key, Instant askedFor) {
    lock.lock();
    try {
      waiting.remove(key);
    } finally {
      lock.unlock();
    }
    ready(key, askedFor);
  }

  private void ready(String key, Instant askedFor) {
    boolean isNew;
    lock.lock();
    try {
      isNew = due.putIfAbsent(key, new Due(timeline.now(), askedFor)) == null;
      if (working.contains(key)) {
        again.add(key);
      } else if (queued.add(key)) {
        ready.add(tenant(key), key);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (isNew) {
      listeners.forEach(QueueListener::added);
    }
  }

  /** Waits for a key and takes it; null when the queue has been closed. */
  @Nullable String take() throws InterruptedException {
    lock.lock();
    try {
      while (ready.isEmpty() && !closed) {
        changed.await();
      }
      FairQueue.Turn<String> turn = closed ? null : ready.poll();
      String key = turn == null ? null : turn.item();
      if (key != null) {
        queued.remove(key);
        working.add(key);
      }
      return key;
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #take} would return at once, with a key. */
  boolean hasDue() {
    lock.lock();
    try {
      return !closed && !ready.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** The work on a key that was taken begins now. */
  void begin(String key) {
    Instant now = timeline.now();
    Due since;
    lock.lock();
    try {
      begun.put(key, now);
      since = due.remove(key);
    } finally {
      lock.unlock();
    }
    if (since != null) {
      Duration queued = Duration.between(since.added(), now);
      Duration late = Duration.between(since.askedFor(), now);
      listeners.forEach(listener -> listener.begun(queued, late));
    }
  }

  /** What is in it now. */
  QueueState state() {
    Instant now = timeline.now();
    lock.lock();
    try {
      Duration all = Duration.ZERO;
      Duration longest = Duration.ZERO;
      for (Instant since : begun.values()) {
        Duration worked = Duration.between(since, now);
        all = all.plus(worked);
        longest = worked.compareTo(longest) > 0 ? worked : longest;
      }
      return new QueueState(due.size(), all, longest);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the work on a key. */
  void done(String key) {
    Instant since;
    lock.lock();
    try {
      working.remove(key);
      since = begun.remove(key);
      if (again.remove(key) && queued.add(key)) {
        ready.add(tenant(key), key);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (since != null) {
      Duration worked = Duration.between(since, timeline.now());
      listeners.forEach(listener -> listener.ended(worked));
    }
  }

  /**
   * Waits until nothing is due or being worked on.
   *
   * @param atMost real time
   * @return whether that came about
   */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!closed && !(ready.isEmpty() && working.isEmpty())) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Lets nobody take any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
