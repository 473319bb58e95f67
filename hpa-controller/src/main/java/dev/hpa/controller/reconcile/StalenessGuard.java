package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AwaitedRevisions;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.client.Reflector;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Skips reconciles while the cache is stale: while a watch has been down for longer than a limit,
 * or has not delivered the status that this controller wrote last. Kubernetes v1.36 reconciles in
 * both cases; v1.37 waits for its own status (KEP-5647), for one sync period at a time.
 * Thread-safe.
 */
final class StalenessGuard {

  private static final Logger LOG = LoggerFactory.getLogger(StalenessGuard.class);

  private final Duration limit;
  private final boolean awaitsStatus;
  private final Reflector<?> autoscalers;
  private final Reflector<?> pods;
  private final InitialPods initialPods;
  private final AwaitedRevisions statuses = new AwaitedRevisions();
  private final Map<StaleReason, LongAdder> skips = new ConcurrentHashMap<>();
  private final Map<NamespacedName, StaleReason> skipped = new ConcurrentHashMap<>();
  private final OutageLog outages;
  private final InstantSource clock;

  /** When the watch was reopened for an autoscaler that is skipped because of its status. */
  private final Map<NamespacedName, Instant> reopened = new ConcurrentHashMap<>();

  /** When the last list began for autoscalers for which that was not enough. */
  private volatile Instant relisted = Instant.MIN;

  /** Skips after {@link ControllerOptions#staleLimit}; zero disables that limit. */
  @Inject
  StalenessGuard(
      ControllerOptions options, Watches watches, InitialPods initialPods, Timeline timeline) {
    this(
        options.staleLimit(),
        awaitsStatus(options),
        watches.autoscalers(),
        watches.pods(),
        initialPods,
        timeline::now);
  }

  /**
   * @param limit how long a watch may be down; zero for any time
   * @param awaitsStatus whether to skip until the watch has delivered the last written status
   */
  StalenessGuard(
      Duration limit,
      boolean awaitsStatus,
      Reflector<?> autoscalers,
      Reflector<?> pods,
      InitialPods initialPods,
      InstantSource clock) {
    this.limit = limit;
    this.awaitsStatus = awaitsStatus;
    this.autoscalers = autoscalers;
    this.pods = pods;
    this.initialPods = initialPods;
    this.clock = clock;
    this.outages = new OutageLog(LOG, "autoscalers", clock);
  }

  /** Before the feature gate existed, the limit decided about the status too. */
  private static boolean awaitsStatus(ControllerOptions options) {
    return options.settings().version().readsOwnWrites()
        ? options.readsOwnWrites()
        : !options.staleLimit().isZero();
  }

  /** Why a reconcile is skipped. */
  enum StaleReason {
    PODS("the watch of pods is down"),
    AUTOSCALERS("the watch of HPAs is down"),
    STATUS("the watch has not delivered the last written status");

    private final String text;

    StaleReason(String text) {
      this.text = text;
    }
  }

  /** Whether to skip a reconcile of an autoscaler; counts and logs a skipped one. */
  boolean shouldSkip(HorizontalPodAutoscaler hpa) {
    StaleReason reason = staleReason(hpa);
    NamespacedName key = NamespacedName.of(hpa.metadata());
    if (reason == null) {
      release(key);
      return false;
    }
    skips.computeIfAbsent(reason, any -> new LongAdder()).increment();
    if (reason == StaleReason.STATUS && isRestored(key)) {
      statuses.forget(key);
      release(key);
      return false;
    }
    boolean isRepeated = skipped.put(key, reason) == reason;
    // A status that is missing once may be late; twice, a period apart, the watch is stuck.
    if (reason != StaleReason.STATUS || isRepeated) {
      outages.met(reason.name(), "skipping: stale cache, " + reason.text + "; first of " + key);
    }
    if (reason == StaleReason.STATUS && isRepeated) {
      reopenOrRelist(key);
    }
    return true;
  }

  /** Reopens the watch, which resumes a stuck one; if the status is still missing, lists again. */
  private void reopenOrRelist(NamespacedName key) {
    Instant now = clock.instant();
    Instant reopenedBefore = reopened.putIfAbsent(key, now);
    if (reopenedBefore == null) {
      autoscalers.reopen();
    } else if (relisted.isBefore(reopenedBefore)) {
      relisted = now;
      autoscalers.relist();
    }
  }

  /**
   * Whether a list that began after the watch was reopened has not delivered the status either: the
   * API server does not have it, as after a restore of etcd, whose revisions begin with earlier
   * ones.
   */
  private boolean isRestored(NamespacedName key) {
    Instant since = reopened.get(key);
    return since != null && !relisted.isBefore(since) && autoscalers.isRelisted();
  }

  private @Nullable StaleReason staleReason(HorizontalPodAutoscaler hpa) {
    if (!limit.isZero()
        && (pods.downFor().compareTo(limit) > 0 || initialPods.age().compareTo(limit) > 0)) {
      return StaleReason.PODS;
    }
    if (!limit.isZero() && autoscalers.downFor().compareTo(limit) > 0) {
      return StaleReason.AUTOSCALERS;
    }
    if (!awaitsStatus) {
      return null;
    }
    String revision = hpa.metadata().resourceVersion();
    return revision == null || statuses.isReached(NamespacedName.of(hpa.metadata()), revision)
        ? null
        : StaleReason.STATUS;
  }

  /** Notes a finished reconcile. */
  void ended(ReconcileResult result) {
    String revision = result.statusRevision();
    if (revision != null && !revision.isEmpty()) {
      statuses.expect(NamespacedName.of(result.hpa().metadata()), revision);
    }
  }

  void forget(NamespacedName key) {
    statuses.forget(key);
    release(key);
  }

  private void release(NamespacedName key) {
    reopened.remove(key);
    if (skipped.remove(key) != null && skipped.isEmpty()) {
      outages.over();
    }
  }

  /** The number of reconciles skipped because of the last written status. */
  long skippedForStatus() {
    LongAdder count = skips.get(StaleReason.STATUS);
    return count == null ? 0 : count.sum();
  }

  /** The number of skipped reconciles, by reason. */
  Map<String, Long> skipped() {
    Map<String, Long> counts = new TreeMap<>();
    skips.forEach(
        (reason, count) -> counts.put(reason.name().toLowerCase(Locale.ROOT), count.sum()));
    return counts;
  }
}
