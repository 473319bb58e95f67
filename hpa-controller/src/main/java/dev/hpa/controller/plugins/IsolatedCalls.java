package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates the calls of one plug-in: limits concurrency, runs each call on its own thread with a
 * deadline, and stops calls after faults, with a {@link CircuitBreaker}.
 *
 * <p>Calls beyond the limit wait in a {@link FairQueue}, so that neither a namespace nor a tenant
 * with many calls delays those of others. A namespace may have as many calls at a time as the
 * limit. A namespace without one does not wait for them to end, which may take a deadline: its
 * first call begins as long as fewer namespaces than the limit have calls, so that there are fewer
 * than twice as many calls as the limit.
 *
 * <p>The wait has no deadline as long as calls end, because it is due to the load and not to the
 * plug-in. A call that misses its deadline is interrupted. One that ignores the interrupt keeps its
 * slot; when a namespace waits for such calls only, they have stalled, and its queued calls expire
 * after another deadline. Queued calls whose circuit opens fail.
 *
 * <p>Thread-safe.
 */
final class IsolatedCalls {

  private static final Logger LOG = LoggerFactory.getLogger(IsolatedCalls.class);

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

  /** Time of a call that counts as one; most take less. Whole ones beyond count, too. */
  private static final Duration USUAL = Duration.ofMillis(100);

  private final String plugin;
  private final UnaryOperator<String> texts;
  private final Timeline timeline;
  private final ThreadFactory threads;
  private final Duration deadline;
  private final int concurrency;
  private final CircuitBreaker circuits;
  private final ReentrantLock lock = new ReentrantLock();
  private final FairQueue<Place<?>> waiting =
      new FairQueue<>(Limit.HPA_CALLS.asInt(), Limit.NAMESPACE_CALLS.asInt());
  private final List<Place<?>> running = new ArrayList<>();

  /** The calls of {@link #running} by their namespace, without those that have none. */
  private final Map<String, List<Place<?>>> byNamespace = new HashMap<>();

  /** How many of {@link #running} are overdue. */
  private int overdue;

  private @Nullable Watch stall;
  private boolean closed;

  /**
   * @param plugin the type and name of the plug-in
   * @param texts sanitizes messages of its exceptions
   * @param threads the threads of calls; platform threads for plug-ins, because an endless
   *     computation would occupy the carriers of virtual threads
   * @param deadline of a call, in the timeline's time
   * @param concurrency calls of one namespace at a time, and namespaces with calls at a time; at
   *     least 1, which permits a single call
   */
  IsolatedCalls(
      String plugin,
      UnaryOperator<String> texts,
      Timeline timeline,
      ThreadFactory threads,
      Duration deadline,
      int concurrency) {
    this.plugin = plugin;
    this.texts = texts;
    this.timeline = timeline;
    this.threads = threads;
    this.deadline = deadline;
    this.concurrency = concurrency;
    this.circuits = new CircuitBreaker(timeline::now);
  }

  /** A call with its place in the queue, and among those that run. */
  private final class Place<T extends @Nullable Object> extends IsolatedCall<T> {
    final String namespace;
    Instant since = timeline.now();
    boolean isOverdue;

    Place(String namespace, Callable<T> work) {
      super(work, timeline, deadline, texts);
      this.namespace = namespace;
    }

    @Override
    void counts(@Nullable CallFailure failure) {
      if (failure == null) {
        circuits.success(namespace);
      } else {
        fault(namespace, since, failure);
      }
    }

    @Override
    void overdue() {
      lock.lock();
      try {
        if (running.contains(this)) {
          isOverdue = true;
          overdue++;
        }
        watchForStall();
      } finally {
        lock.unlock();
      }
    }

    @Override
    void ended(Duration took) {
      lock.lock();
      try {
        waiting.charge(namespace, took.dividedBy(USUAL));
        remove(this);
        startCalls();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Queues a call of a tenant, unless the circuit of its namespace is open. */
  <T extends @Nullable Object> IsolatedCall<T> call(NamespacedName tenant, Callable<T> work) {
    String refusal = circuits.refusal(tenant.namespace());
    if (refusal == null) {
      return queue(tenant, work);
    }
    Place<T> refused = new Place<>(tenant.namespace(), work);
    refused.refuse(CallFailure.refused(refusal));
    return refused;
  }

  /** Queues a call that continues one that was permitted. */
  <T extends @Nullable Object> IsolatedCall<T> queue(NamespacedName tenant, Callable<T> work) {
    Place<T> place = new Place<>(tenant.namespace(), work);
    lock.lock();
    try {
      if (!closed) {
        waiting.add(tenant, place);
        startCalls();
        return place;
      }
    } finally {
      lock.unlock();
    }
    place.cancel();
    return place;
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

  /** Whether the circuits of all namespaces that have called recently are open. */
  boolean isCircuitOpen() {
    return circuits.isCircuitOpen();
  }

  private void startCalls() {
    for (Place<?> place = next(); place != null; place = next()) {
      if (place.isOver()) {
        continue;
      }
      running.add(place);
      byNamespace.computeIfAbsent(place.namespace, any -> new ArrayList<>()).add(place);
      place.since = timeline.now();
      place.begin(threads);
    }
    watchForStall();
  }

  /** Removes the next call that may begin; null if there is none. */
  private @Nullable Place<?> next() {
    FairQueue.Turn<Place<?>> turn = null;
    if (closed) {
      return null;
    }
    if (running.size() < concurrency) {
      turn = waiting.poll();
    } else if (byNamespace.size() < concurrency) {
      turn = waiting.poll(namespace -> !byNamespace.containsKey(namespace));
    }
    return turn == null ? null : turn.item();
  }

  private void remove(Place<?> place) {
    if (!running.remove(place)) {
      return;
    }
    List<Place<?>> own = byNamespace.get(place.namespace);
    if (own != null && own.remove(place) && own.isEmpty()) {
      byNamespace.remove(place.namespace);
    }
    overdue -= place.isOverdue ? 1 : 0;
  }

  private void fault(String namespace, Instant since, CallFailure failure) {
    if (!failure.isLate()) {
      LOG.warn("the {} {}", plugin, failure.predicate());
      LOG.debug("the {} failed", plugin, failure);
    }
    CircuitBreaker.Opening opening = circuits.fault(namespace, since, failure);
    if (opening == null) {
      return;
    }
    LOG.warn(
        "the {} {}; circuit open for {} for {}",
        plugin,
        failure.reason(),
        opening.namespace() == null
            ? "all namespaces"
            : "namespace \"" + opening.namespace() + "\"",
        GoDuration.format(CircuitBreaker.OPEN_FOR));
    List<Place<?>> queued;
    lock.lock();
    try {
      queued = waiting.drain(opening::includes);
      watchForStall();
    } finally {
      lock.unlock();
    }
    queued.forEach(each -> each.refuse(CallFailure.refused(failure.reason())));
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
    List<Place<?>> own = byNamespace.getOrDefault(namespace, running);
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
      List<Place<?>> late;
      lock.lock();
      try {
        if (stall != this) {
          return;
        }
        stall = null;
        late = waiting.drain(IsolatedCalls.this::hasStalled);
      } finally {
        lock.unlock();
      }
      late.forEach(IsolatedCall::expire);
    }
  }

  /** Begins no more calls, and cancels queued and running ones. */
  void abandon() {
    List<Place<?>> all;
    lock.lock();
    try {
      closed = true;
      endWatch();
      all = waiting.drain();
      all.addAll(running);
    } finally {
      lock.unlock();
    }
    all.forEach(IsolatedCall::cancel);
  }

  /** Cancels all calls and closes the plug-in; returns within {@link #CLOSE_DEADLINE}. */
  void close(Runnable close) {
    abandon();
    PluginCall.close(plugin, timeline, CLOSE_DEADLINE, texts, close);
  }
}
