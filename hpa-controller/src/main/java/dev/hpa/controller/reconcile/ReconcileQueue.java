package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.UnexpectedFailures;
import dev.hpa.kube.memory.Limit;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
 * no effect. Keys of a namespace whose times are in the same window are due together, at the latest
 * of these times: autoscalers that are due together share metric reads. Otherwise a few writes that
 * waited for the client-side rate limit once would keep them apart forever, because each is due a
 * period after its last sync. None is due early. A key that becomes due during its sync is due
 * again after that sync. There is no back-off: a failing autoscaler is synced as often as any
 * other.
 *
 * <p>Namespaces take turns, so that one with thousands of autoscalers does not delay the others,
 * nor do many of them: turns are shorter the more namespaces wait. A turn is limited by the number
 * of syncs, by the time that they compute and by the requests that they send.
 *
 * <p>Thread-safe.
 */
final class ReconcileQueue {

  /** Computing time of a sync that counts as one; most need less. Whole ones beyond count too. */
  private static final Duration USUAL = Duration.ofMillis(10);

  /** The time after which each namespace that waits has had a turn, as far as requests suffice. */
  private static final Duration ROUND = Duration.ofSeconds(5);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition readyOrClosed = lock.newCondition();
  private final Condition idleOrClosed = lock.newCondition();
  private final Map<NamespacedName, Waiting> waiting = new HashMap<>();

  /** By namespace and number of the window since the epoch. */
  private final Map<NamespacedName, Window> windows = new HashMap<>();

  private final FairQueue<NamespacedName> ready;
  private final Set<NamespacedName> changedLater = new HashSet<>();
  private final Set<NamespacedName> queued = new HashSet<>();
  private final Set<NamespacedName> working = new HashSet<>();
  private final Set<NamespacedName> again = new HashSet<>();
  private final Map<NamespacedName, Due> due = new HashMap<>();
  private final Map<NamespacedName, Instant> begun = new HashMap<>();
  private final List<QueueListener> listeners = new CopyOnWriteArrayList<>();
  private final Timeline timeline;
  private final Duration window;
  private final DueTimes times;
  private final UnexpectedFailures failures = new UnexpectedFailures(ReconcileQueue.class);
  private boolean closed;

  @Inject
  ReconcileQueue(Timeline timeline, DueTimes times, MetricReader metrics, ClientOptions client) {
    this(timeline, times, metrics.longestBatchWindow(), client);
  }

  /**
   * @param window longest time between the times of keys that are due together; zero if each is due
   *     alone
   */
  ReconcileQueue(Timeline timeline, DueTimes times, Duration window, ClientOptions client) {
    this.ready =
        new FairQueue<>(Limit.TURN_SYNCS.asInt(), syncsOfRound(client.requestsPerSecond()));
    this.timeline = timeline;
    this.times = times;
    this.window = window;
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

  /** A key with its scheduled time; compared by identity. */
  private static final class Waiting {
    final NamespacedName key;
    final DueTimes.Due due;
    final Window window;

    Waiting(NamespacedName key, DueTimes.Due due, Window window) {
      this.key = key;
      this.due = due;
      this.window = window;
    }
  }

  /** Keys that are due together. */
  private static final class Window {
    final Set<Waiting> keys = new LinkedHashSet<>();
    Instant latest = Instant.MIN;
    Timeline.Scheduled end = () -> {};
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
    if (scheduled(key) != null) {
      return;
    }
    DueTimes.Due next = time.get();
    lock.lock();
    try {
      if (!closed && !waiting.containsKey(key)) {
        schedule(key, next);
      }
    } finally {
      lock.unlock();
    }
  }

  private void schedule(NamespacedName key, DueTimes.Due due) {
    boolean isAlone = due.isExact() || window.isZero();
    Window joined =
        isAlone
            ? new Window()
            : windows.computeIfAbsent(windowOf(key, due.at()), any -> new Window());
    Waiting added = new Waiting(key, due, joined);
    waiting.put(key, added);
    joined.keys.add(added);
    joined.latest = due.at().isAfter(joined.latest) ? due.at() : joined.latest;
    if (joined.keys.size() == 1) {
      await(joined, due.at());
    }
  }

  private NamespacedName windowOf(NamespacedName key, Instant at) {
    long number = Math.floorDiv(at.toEpochMilli(), Math.max(1, window.toMillis()));
    return new NamespacedName(key.namespace(), Long.toString(number));
  }

  private void await(Window some, Instant until) {
    some.end = timeline.schedule(Duration.between(timeline.now(), until), () -> ended(some));
  }

  private void ended(Window some) {
    List<Waiting> due;
    lock.lock();
    try {
      if (some.latest.isAfter(timeline.now())) {
        await(some, some.latest);
        return;
      }
      due = List.copyOf(some.keys);
      due.forEach(this::leave);
    } finally {
      lock.unlock();
    }
    for (Waiting each : due) {
      // Each alone: a failure of one must not keep the others of its namespace from being due.
      try {
        due(each);
      } catch (RuntimeException failure) {
        failures.met("an HPA that is due", failure);
      }
    }
  }

  private void leave(Waiting key) {
    key.window.keys.remove(key);
    if (key.window.keys.isEmpty()) {
      key.window.end.cancel();
      windows.remove(windowOf(key.key, key.due.at()), key.window);
    }
  }

  /** When the next sync of a key is, and why then, as a sentence. */
  String nextSync(NamespacedName key) {
    DueTimes.Due next = scheduled(key);
    if (next == null) {
      return "next sync: due now, or being made";
    }
    long seconds = Math.max(0, Duration.between(timeline.now(), next.at()).toSeconds());
    return "next sync in " + seconds + " s: " + next.reason();
  }

  /** The scheduled time of a key; null if it has none, because it is due or being synced. */
  private DueTimes.@Nullable Due scheduled(NamespacedName key) {
    lock.lock();
    try {
      Waiting known = waiting.get(key);
      return known == null ? null : known.due;
    } finally {
      lock.unlock();
    }
  }

  /** Drops the scheduled time of a key, because its sync period has changed. */
  void unschedule(NamespacedName key) {
    lock.lock();
    try {
      Waiting dropped = waiting.remove(key);
      if (dropped != null) {
        leave(dropped);
      }
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
      Waiting known = waiting.get(key);
      Instant next = known == null ? Instant.MAX : known.due.at();
      Duration latest = Duration.between(timeline.now(), next);
      wait = times.changed(key.namespace(), latest);
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

  private void due(Waiting waited) {
    NamespacedName key = waited.key;
    Duration wait =
        waited.due.isExact() ? Duration.ZERO : Duration.between(timeline.now(), times.granted(key));
    if (wait.isPositive()) {
      timeline.schedule(wait, () -> ready(key, waited.due.at(), waited));
    } else {
      ready(key, waited.due.at(), waited);
    }
  }

  /**
   * Makes a key due.
   *
   * @param waited its scheduled time, which has come, so that it can be scheduled again; null if
   *     the key is due in addition to it
   */
  private void ready(NamespacedName key, Instant scheduledFor, @Nullable Waiting waited) {
    boolean isNew;
    lock.lock();
    try {
      if (waited != null && !waiting.remove(key, waited)) {
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

  /** Charges a namespace for the time that its syncs have computed. */
  void used(String namespace, Duration computing) {
    charge(namespace, computing.dividedBy(USUAL));
  }

  /** Charges the namespace of a key for the requests of its sync after the read of the scale. */
  void wrote(NamespacedName key, int requests) {
    charge(key.namespace(), requests);
  }

  private void charge(String namespace, long syncs) {
    if (syncs == 0) {
      return;
    }
    lock.lock();
    try {
      ready.charge(namespace, syncs);
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
