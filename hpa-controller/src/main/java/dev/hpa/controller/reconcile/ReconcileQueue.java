package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.kube.client.ClientOptions;
import jakarta.inject.Inject;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The autoscalers that are due for a sync.
 *
 * <p>A key waits for the time that the {@link DueTimes} return; adding it again while it waits has
 * no effect. Keys of a namespace become due together with those that are due a moment later. A key
 * that becomes due during its sync is due again after that sync. There is no back-off: a failing
 * autoscaler is synced as often as any other.
 *
 * <p>Namespaces take turns, so that one with thousands of autoscalers does not delay the others,
 * nor do many of them: turns are shorter the more namespaces wait. A turn is limited by the number
 * of syncs, by the time that they compute and by the requests that they send.
 *
 * <p>Thread-safe.
 */
final class ReconcileQueue {

  /** Autoscalers per turn of a namespace: those that are due together share metric reads. */
  private static final int TURN = 50;

  /** Computing time of a sync that counts as one; most need less. Whole ones beyond count too. */
  private static final Duration USUAL = Duration.ofMillis(10);

  /** The time after which each namespace that waits has had a turn, as far as requests suffice. */
  private static final Duration ROUND = Duration.ofSeconds(5);

  /** Longer times are awaited in parts. */
  private static final Duration MAX_TIMER = Duration.ofMinutes(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition readyOrClosed = lock.newCondition();
  private final Condition idleOrClosed = lock.newCondition();
  private final Map<NamespacedName, Timer> waiting = new HashMap<>();
  private final FairQueue<NamespacedName> ready;
  private final Set<NamespacedName> changedLater = new HashSet<>();
  private final Set<NamespacedName> queued = new HashSet<>();
  private final Set<NamespacedName> working = new HashSet<>();
  private final Set<NamespacedName> again = new HashSet<>();
  private final Map<NamespacedName, Due> due = new HashMap<>();
  private final Map<NamespacedName, Instant> begun = new HashMap<>();
  private final List<QueueListener> listeners = new CopyOnWriteArrayList<>();
  private final Timeline timeline;
  private final DueTimers timers;
  private final DueTimes times;
  private final ChangedSyncs changed;
  private boolean closed;

  @Inject
  ReconcileQueue(
      Timeline timeline,
      DueTimers timers,
      DueTimes times,
      ChangedSyncs changed,
      ClientOptions client) {
    this.ready = new FairQueue<>(TURN, syncsOfRound(client.requestsPerSecond()));
    this.timeline = timeline;
    this.timers = timers;
    this.times = times;
    this.changed = changed;
  }

  /** Each sync reads a scale. */
  private static int syncsOfRound(double requestsPerSecond) {
    return requestsPerSecond <= 0
        ? Integer.MAX_VALUE
        : (int) Math.max(1, requestsPerSecond * ROUND.toSeconds());
  }

  /**
   * @param added when the key became due
   * @param scheduledFor when it should have become due
   */
  private record Due(Instant added, Instant scheduledFor) {}

  /** The scheduled time of a waiting key; compared by identity. */
  private static final class Timer {
    final Instant at;

    Timer(Instant at) {
      this.at = at;
    }
  }

  /** Reports changes to a listener from now on. */
  void onChange(QueueListener listener) {
    listeners.add(listener);
  }

  /** Schedules the next sync of a key, unless one is scheduled already. */
  void add(NamespacedName key) {
    add(key, () -> times.next(key));
  }

  /**
   * Schedules the first sync of a key after a start, unless one is scheduled already.
   *
   * @param start the start from which the first period counts
   */
  void addFirst(NamespacedName key, Instant start) {
    add(key, () -> times.first(key, start));
  }

  /** An autoscaler is queued at most once, so only namespaces take turns. */
  private static NamespacedName tenant(NamespacedName key) {
    return new NamespacedName(key.namespace(), "");
  }

  private void add(NamespacedName key, Supplier<DueTimes.Due> time) {
    listeners.forEach(QueueListener::requested);
    if (isWaiting(key)) {
      return;
    }
    DueTimes.Due next = time.get();
    Timer timer = new Timer(next.at());
    lock.lock();
    try {
      if (closed || waiting.putIfAbsent(key, timer) != null) {
        return;
      }
    } finally {
      lock.unlock();
    }
    schedule(key, timer, next.isExact());
  }

  /** In parts, so that what {@link #unschedule} drops takes no memory for hours. */
  private void schedule(NamespacedName key, Timer timer, boolean isExact) {
    Duration left = Duration.between(timeline.now(), timer.at);
    if (left.compareTo(MAX_TIMER) > 0) {
      timeline.schedule(
          MAX_TIMER,
          () -> {
            if (isScheduled(key, timer)) {
              schedule(key, timer, isExact);
            }
          });
    } else if (isExact) {
      timeline.schedule(left, () -> ready(key, timer.at, timer));
    } else {
      timers.schedule(key.namespace(), left, () -> due(key, timer.at, timer));
    }
  }

  /** Drops the scheduled time of a key, because its sync period has changed. */
  void unschedule(NamespacedName key) {
    lock.lock();
    try {
      waiting.remove(key);
    } finally {
      lock.unlock();
    }
  }

  private boolean isWaiting(NamespacedName key) {
    lock.lock();
    try {
      return waiting.containsKey(key);
    } finally {
      lock.unlock();
    }
  }

  private boolean isScheduled(NamespacedName key, Timer timer) {
    lock.lock();
    try {
      return waiting.get(key) == timer;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes a key due because its autoscaler has changed, in addition to its scheduled time:
   * immediately, or after others of its namespace, or at its scheduled time if that is sooner.
   */
  void addChanged(NamespacedName key) {
    Duration wait;
    lock.lock();
    try {
      if (closed || changedLater.contains(key)) {
        return;
      }
      Timer timer = waiting.get(key);
      Duration latest = Duration.between(timeline.now(), timer == null ? Instant.MAX : timer.at);
      wait = changed.reserve(key.namespace(), latest);
      if (wait.compareTo(latest) >= 0) {
        return;
      }
      if (wait.isPositive()) {
        changedLater.add(key);
      }
    } finally {
      lock.unlock();
    }
    if (wait.isPositive()) {
      timeline.schedule(wait, () -> changed(key));
    } else {
      addNow(key);
    }
  }

  private void changed(NamespacedName key) {
    lock.lock();
    try {
      changedLater.remove(key);
    } finally {
      lock.unlock();
    }
    addNow(key);
  }

  /** Makes a key due immediately, in addition to its scheduled time. */
  void addNow(NamespacedName key) {
    ready(key, timeline.now(), null);
  }

  private void due(NamespacedName key, Instant scheduledFor, Timer timer) {
    if (!isScheduled(key, timer)) {
      return;
    }
    Duration wait = Duration.between(timeline.now(), times.granted(key));
    if (wait.isPositive()) {
      timeline.schedule(wait, () -> ready(key, scheduledFor, timer));
    } else {
      ready(key, scheduledFor, timer);
    }
  }

  /**
   * Makes a key due.
   *
   * @param timer the scheduled time that has come, so that the key can be scheduled again; null if
   *     the key is due in addition to it
   */
  private void ready(NamespacedName key, Instant scheduledFor, @Nullable Timer timer) {
    boolean isNew;
    lock.lock();
    try {
      if (timer != null && !waiting.remove(key, timer)) {
        return;
      }
      isNew = due.putIfAbsent(key, new Due(timeline.now(), scheduledFor)) == null;
      if (working.contains(key)) {
        again.add(key);
      } else {
        enqueue(key);
      }
    } finally {
      lock.unlock();
    }
    if (isNew) {
      listeners.forEach(QueueListener::added);
    }
  }

  /** Makes a key whose sync has not begun, or was deferred, due again as the first of its turn. */
  void defer(NamespacedName key) {
    lock.lock();
    try {
      working.remove(key);
      begun.remove(key);
      again.remove(key);
      due.putIfAbsent(key, new Due(timeline.now(), timeline.now()));
      if (!closed && queued.add(key)) {
        ready.addFirst(tenant(key), List.of(key));
        readyOrClosed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(NamespacedName key) {
    if (queued.add(key)) {
      ready.add(tenant(key), key);
      readyOrClosed.signal();
    }
  }

  /**
   * Waits for a due key that can be synced now and takes it; null if the queue is closed.
   *
   * @param syncable whether it can; the first for which it is true is taken. {@link #retake}
   *     follows when it changes.
   */
  @Nullable NamespacedName take(Predicate<NamespacedName> syncable) throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        FairQueue.Turn<NamespacedName> turn = ready.pollServable(syncable);
        if (turn != null) {
          queued.remove(turn.item());
          working.add(turn.item());
          return turn.item();
        }
        readyOrClosed.await();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Lets {@link #take} look again at the namespaces of due keys. */
  void retake() {
    lock.lock();
    try {
      if (!ready.isEmpty()) {
        readyOrClosed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether a key is due and not taken. */
  boolean hasDue() {
    lock.lock();
    try {
      return !closed && !ready.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Begins the sync of a taken key. */
  void begin(NamespacedName key) {
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
      Duration late = Duration.between(since.scheduledFor(), now);
      listeners.forEach(listener -> listener.begun(queued, late));
    }
  }

  /** The number of due keys, and the duration of running syncs. */
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

  /** Charges the namespace of a key for the time that its sync has computed. */
  void used(NamespacedName key, Duration computing) {
    charge(key, computing.dividedBy(USUAL));
  }

  /** Charges the namespace of a key for the requests of its sync after the read of the scale. */
  void wrote(NamespacedName key, int requests) {
    charge(key, requests);
  }

  private void charge(NamespacedName key, long syncs) {
    if (syncs == 0) {
      return;
    }
    lock.lock();
    try {
      ready.charge(key.namespace(), syncs);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the sync of a key. */
  void done(NamespacedName key) {
    Instant since;
    lock.lock();
    try {
      working.remove(key);
      since = begun.remove(key);
      if (again.remove(key)) {
        enqueue(key);
      }
      if (ready.isEmpty() && working.isEmpty()) {
        idleOrClosed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (since != null) {
      Duration worked = Duration.between(since, timeline.now());
      listeners.forEach(listener -> listener.ended(worked));
    }
  }

  /**
   * Waits until no key is due or being synced.
   *
   * @param atMost real time
   * @return false if that took longer
   */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!closed && !(ready.isEmpty() && working.isEmpty())) {
        if (left <= 0) {
          return false;
        }
        left = idleOrClosed.awaitNanos(left);
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

  /** Returns null from every {@link #take} from now on. */
  void close() {
    lock.lock();
    try {
      closed = true;
      readyOrClosed.signalAll();
      idleOrClosed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
