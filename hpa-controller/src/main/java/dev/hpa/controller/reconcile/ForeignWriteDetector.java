package dev.hpa.controller.reconcile;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.Revisions;
import dev.hpa.controller.log.StructuredLog;
import dev.hpa.core.Decision;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Reports other writers: a second controller that changes the status of an autoscaler, and a client
 * or user that changes the replicas of its target. Each is reported at most once in 10 min per
 * autoscaler.
 *
 * <p>Both are compared with the state at the end of the last reconcile of this process, so writes
 * before a restart or a change of leader are not reported. A write with an unknown outcome makes
 * this state unknown. Thread-safe as long as no autoscaler is reconciled concurrently with itself.
 */
final class ForeignWriteDetector {

  static final Duration BETWEEN_REPORTS = Duration.ofMinutes(10);

  /** Counts the changes of all others. */
  static final String OTHER = "other";

  private static final StructuredLog LOG = StructuredLog.of(ForeignWriteDetector.class);

  /** The status that this controller wrote or confirmed. */
  private record LeftStatus(@Nullable String uid, String revision, HpaStatus status) {}

  /** The replicas that this controller wrote or confirmed. */
  private record LeftReplicas(
      @Nullable String uid, CrossVersionObjectReference target, int replicas) {}

  private final Map<NamespacedName, LeftStatus> statuses = new ConcurrentHashMap<>();
  private final Map<NamespacedName, LeftReplicas> replicas = new ConcurrentHashMap<>();
  private final Map<NamespacedName, Instant> statusReports = new ConcurrentHashMap<>();
  private final Map<NamespacedName, Instant> replicaReports = new ConcurrentHashMap<>();
  private final LongAdder statusWrites = new LongAdder();
  private final LongAdder replicaWrites = new LongAdder();
  private final Map<NamespacedName, ForeignScale> lastScales = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> byManager = new ConcurrentHashMap<>();
  private final EventSink events;
  private final ReplicasManagers managers;
  private final InstantSource clock;

  /**
   * @param events receives an event for each report
   * @param managers asked for each change of the replicas
   * @param clock measures the time between reports
   */
  ForeignWriteDetector(EventSink events, ReplicasManagers managers, InstantSource clock) {
    this.events = events;
    this.managers = managers;
    this.clock = clock;
  }

  /**
   * Checks the replicas that a reconcile has found. Before its own write of the scale, which takes
   * the field from its last manager.
   */
  void decided(Decided decided) {
    HorizontalPodAutoscaler hpa = decided.observation().hpa();
    NamespacedName key = NamespacedName.of(hpa.metadata());
    TargetScale target = decided.target();
    LeftReplicas left = replicas.get(key);
    if (target != null
        && left != null
        && Objects.equals(left.uid(), hpa.metadata().uid())
        && left.target().equals(hpa.spec().scaleTargetRef())
        && left.replicas() != target.scale().specReplicas()) {
      changed(hpa, key, target, left.replicas());
    }
  }

  /** Checks a finished reconcile that was permitted to write, and remembers what it left. */
  void ended(ReconcileResult result) {
    NamespacedName key = NamespacedName.of(result.hpa().metadata());
    checkStatus(key, result);
    rememberReplicas(key, result);
  }

  /** The number of changes by other writers, by what they changed, whether reported or not. */
  Map<String, Long> counts() {
    return Map.of("status", statusWrites.sum(), "replicas", replicaWrites.sum());
  }

  /** The number of changes of replicas by field manager; empty if managers are not asked. */
  Map<String, Long> changesByManager() {
    Map<String, Long> counts = new HashMap<>();
    byManager.forEach((manager, count) -> counts.put(manager, count.sum()));
    return counts;
  }

  /** The last change of the replicas of an autoscaler's target by another writer, if any. */
  @Nullable ForeignScale lastScale(NamespacedName key) {
    return lastScales.get(key);
  }

  /** Removes a deleted autoscaler. */
  void forget(NamespacedName key) {
    statuses.remove(key);
    replicas.remove(key);
    statusReports.remove(key);
    replicaReports.remove(key);
    lastScales.remove(key);
  }

  private void checkStatus(NamespacedName key, ReconcileResult result) {
    HorizontalPodAutoscaler hpa = result.hpa();
    String revision = Objects.requireNonNullElse(hpa.metadata().resourceVersion(), "");
    LeftStatus left = statuses.get(key);
    boolean isLater = left == null || Revisions.isLater(revision, left.revision());
    if (left != null && isLater && Objects.equals(left.uid(), hpa.metadata().uid())) {
      List<String> changed = changes(left.status(), hpa);
      if (!changed.isEmpty()) {
        statusWrites.increment();
        if (isDue(key, statusReports)) {
          reportStatus(hpa, changed);
        }
      }
    }
    String written = result.statusRevision();
    if (written != null && !written.isEmpty()) {
      statuses.put(key, new LeftStatus(hpa.metadata().uid(), written, result.status()));
    } else if (result.conclusion().statusChanged()) {
      statuses.remove(key);
    } else if (left == null || isLater || left.revision().equals(revision)) {
      // The status of the cache also in place of the one that was written: it is kept anyway.
      statuses.put(key, new LeftStatus(hpa.metadata().uid(), revision, hpa.status()));
    }
  }

  private void changed(
      HorizontalPodAutoscaler hpa, NamespacedName key, TargetScale target, int left) {
    int found = target.scale().specReplicas();
    replicaWrites.increment();
    boolean isDue = isDue(key, replicaReports);
    ForeignScale last = lastScales.get(key);
    String manager = managers.of(target);
    long times = last == null ? 1 : last.times() + 1;
    lastScales.put(key, new ForeignScale(clock.instant(), left, found, manager, times));
    count(manager);
    if (isDue) {
      reportReplicas(hpa, manager, left, found);
    }
  }

  private void rememberReplicas(NamespacedName key, ReconcileResult result) {
    HorizontalPodAutoscaler hpa = result.hpa();
    Integer found = result.currentReplicas();
    if (found == null) {
      return;
    }
    Integer scaledTo = result.scaledTo();
    if (scaledTo == null && result.decision() instanceof Decision.Rescale) {
      replicas.remove(key);
    } else {
      replicas.put(
          key,
          new LeftReplicas(
              hpa.metadata().uid(),
              hpa.spec().scaleTargetRef(),
              scaledTo == null ? found : scaledTo));
    }
  }

  private boolean isDue(NamespacedName key, Map<NamespacedName, Instant> reports) {
    Instant now = clock.instant();
    Instant last = reports.get(key);
    if (last != null && now.isBefore(last.plus(BETWEEN_REPORTS))) {
      return false;
    }
    reports.put(key, now);
    return true;
  }

  private void reportStatus(HorizontalPodAutoscaler hpa, List<String> changed) {
    String fields = String.join(", ", changed);
    LOG.warn(
        "Another writer changed the status of an HPA; verify that a single controller"
            + " manages it",
        "HPA",
        NamespacedName.of(hpa.metadata()),
        "fields",
        fields);
    events.accept(
        hpa,
        HpaEvent.additional(
            HpaEvent.Type.WARNING,
            "StatusChangedByAnotherWriter",
            "another writer changed the status ("
                + fields
                + "); verify that a single controller"
                + " manages this HPA"));
  }

  private void count(String manager) {
    if (!managers.equals(ReplicasManagers.NONE)) {
      boolean isNamed =
          byManager.size() < Limit.LABEL_VALUES.asInt() || byManager.containsKey(manager);
      byManager.computeIfAbsent(isNamed ? manager : OTHER, any -> new LongAdder()).increment();
    }
  }

  private void reportReplicas(HorizontalPodAutoscaler hpa, String manager, int left, int found) {
    LOG.info(
        0,
        "Another writer changed the replicas of a target",
        "HPA",
        NamespacedName.of(hpa.metadata()),
        "scaleTarget",
        hpa.spec().scaleTargetRef().kind() + "/" + hpa.spec().scaleTargetRef().name(),
        "replicas",
        found,
        "lastReplicas",
        left,
        "manager",
        manager);
    events.accept(
        hpa,
        HpaEvent.additional(
            HpaEvent.Type.NORMAL,
            "ReplicasChangedElsewhere",
            "another writer, " + manager + ", changed the replicas from " + left + " to " + found));
  }

  /** The fields of the status that differ from the last known status. */
  private static List<String> changes(HpaStatus left, HorizontalPodAutoscaler hpa) {
    HpaStatus now = hpa.status();
    if (now.semanticallyEquals(left)) {
      return List.of();
    }
    // The API server stores times in seconds and quantities in canonical form.
    HpaStatus kept = HpaVersion.V2.decode(Json.tree(Json.write(hpa.withStatus(left)))).status();
    List<String> changed = new ArrayList<>();
    add(changed, "conditions", kept.conditionsOrEmpty(), now.conditionsOrEmpty());
    add(changed, "currentMetrics", kept.currentMetricsOrEmpty(), now.currentMetricsOrEmpty());
    add(changed, "currentReplicas", kept.currentReplicas(), now.currentReplicas());
    add(changed, "desiredReplicas", kept.desiredReplicas(), now.desiredReplicas());
    add(changed, "lastScaleTime", kept.lastScaleTime(), now.lastScaleTime());
    add(changed, "observedGeneration", kept.observedGeneration(), now.observedGeneration());
    return changed;
  }

  private static void add(
      List<String> changed, String field, @Nullable Object before, @Nullable Object now) {
    if (!Objects.equals(before, now)) {
      changed.add(field);
    }
  }
}
