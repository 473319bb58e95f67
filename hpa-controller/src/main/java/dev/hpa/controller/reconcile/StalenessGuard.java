package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.AwaitedRevisions;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.client.Reflector;
import java.time.Duration;
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
 * Says when what the watches told is too old to act on: when a watch has been down for too long, or
 * has not told the status this controller wrote itself. Upstream 1.36 would act; from 1.37 on it
 * waits for its own status too. Thread-safe.
 */
final class StalenessGuard {

  private static final Logger LOG = LoggerFactory.getLogger(StalenessGuard.class);

  private final Duration limit;
  private final Reflector<?> autoscalers;
  private final Reflector<?> pods;
  private final AwaitedRevisions<String> statuses = new AwaitedRevisions<>();
  private final Map<Doubt, LongAdder> holds = new ConcurrentHashMap<>();
  private final Map<String, Doubt> held = new ConcurrentHashMap<>();
  private final OutageLog trouble;

  /**
   * @param limit how long a watch may be down; zero to act on whatever there is
   */
  StalenessGuard(Duration limit, Reflector<?> autoscalers, Reflector<?> pods, InstantSource clock) {
    this.limit = limit;
    this.autoscalers = autoscalers;
    this.pods = pods;
    this.trouble = new OutageLog(LOG, "autoscalers", clock);
  }

  /** What is too old. */
  enum Doubt {
    PODS("the watch of pods is down"),
    AUTOSCALERS("the watch of autoscalers is down"),
    STATUS("the watch has not told the status that was written last");

    private final String text;

    Doubt(String text) {
      this.text = text;
    }
  }

  /** Whether an autoscaler must not be acted on now. Counts and tells it if so. */
  boolean mustHold(HorizontalPodAutoscaler hpa) {
    Doubt doubt = doubt(hpa);
    String key = AutoscalerCache.key(hpa);
    if (doubt == null) {
      release(key);
      return false;
    }
    holds.computeIfAbsent(doubt, any -> new LongAdder()).increment();
    trouble.met(doubt.name(), "holding still, " + doubt.text + "; first of " + key);
    // Once is lateness; twice, a period apart, is a watch that is stuck.
    if (held.put(key, doubt) == Doubt.STATUS && doubt == Doubt.STATUS) {
      autoscalers.reopen();
    }
    return true;
  }

  private @Nullable Doubt doubt(HorizontalPodAutoscaler hpa) {
    if (limit.isZero()) {
      return null;
    }
    if (pods.downFor().compareTo(limit) > 0) {
      return Doubt.PODS;
    }
    if (autoscalers.downFor().compareTo(limit) > 0) {
      return Doubt.AUTOSCALERS;
    }
    String revision = hpa.metadata().resourceVersion();
    return revision == null || statuses.isReached(AutoscalerCache.key(hpa), revision)
        ? null
        : Doubt.STATUS;
  }

  /** A cycle has ended. */
  void ended(ReconcileResult cycle) {
    String revision = cycle.statusRevision();
    if (revision != null && !revision.isEmpty()) {
      statuses.expect(AutoscalerCache.key(cycle.hpa()), revision);
    }
  }

  void forget(String key) {
    statuses.forget(key);
    release(key);
  }

  private void release(String key) {
    if (held.remove(key) != null && held.isEmpty()) {
      trouble.over();
    }
  }

  /** How often something was held, by what was too old. */
  Map<String, Long> holds() {
    Map<String, Long> counts = new TreeMap<>();
    holds.forEach((doubt, count) -> counts.put(doubt.name().toLowerCase(Locale.ROOT), count.sum()));
    return counts;
  }
}
