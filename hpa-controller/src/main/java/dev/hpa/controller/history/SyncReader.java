package dev.hpa.controller.history;

import dev.hpa.api.MetricSpec;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Decider;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.pods.Pod;
import dev.hpa.explanation.MetricDescription;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what is recorded of a sync from its result. Pure functions. */
final class SyncReader {

  private SyncReader() {}

  /** The metrics of the autoscaler, in the order of its spec. */
  static List<MetricInfo> metrics(ReconcileResult result) {
    return result.hpa().spec().metricsOrEmpty().stream()
        .map(spec -> new MetricDescription(spec, null))
        .map(each -> new MetricInfo(each.name(), each.unit()))
        .toList();
  }

  /** The sample of a sync. */
  static Sample sample(ReconcileResult result, Trace trace) {
    Trace.Replicas replicas = trace.replicas();
    Trace.Stabilization stabilization = trace.stabilization();
    return new Sample(
        Instant.ofEpochMilli(result.at().toEpochMilli()),
        result.currentReplicas(),
        result.conclusion().desiredReplicas(),
        trace.recommendation(),
        stabilization == null ? null : Integer.valueOf(stabilization.replicas()),
        replicas == null ? result.hpa().spec().minReplicasOrDefault() : replicas.min(),
        replicas == null ? result.hpa().spec().maxReplicas() : replicas.max(),
        trace.pods() == null ? null : ready(result.situation()),
        flags(result, trace),
        points(trace, result.hpa().spec().metricsOrEmpty()));
  }

  private static @Nullable Integer ready(@Nullable Situation situation) {
    if (situation == null) {
      return null;
    }
    int ready = 0;
    for (Pod pod : situation.pods()) {
      Pod.Readiness readiness = pod.ready();
      if (readiness != null && readiness.status() == Pod.Readiness.Status.TRUE) {
        ready++;
      }
    }
    return ready;
  }

  /** One for each metric; of those that the sync did not read, the target alone is known. */
  private static List<MetricPoint> points(Trace trace, List<MetricSpec> specs) {
    MetricPoint[] points = new MetricPoint[specs.size()];
    for (int i = 0; i < points.length; i++) {
      points[i] =
          i < trace.metrics().size()
              ? point(trace.metrics().get(i))
              : ofTarget(new MetricDescription(specs.get(i), null));
    }
    return List.of(points);
  }

  private static MetricPoint ofTarget(MetricDescription description) {
    return new MetricPoint(Float.NaN, (float) description.targetNumber(), Float.NaN, Float.NaN);
  }

  private static MetricPoint point(Trace.Metric metric) {
    MetricDescription description = new MetricDescription(metric.spec(), metric.current());
    Trace.Proposal how = metric.calculation();
    if (how == null) {
      return ofTarget(description);
    }
    float target = (float) description.targetNumber();
    Trace.Thresholds marks = how.watermark();
    return marks == null
        ? new MetricPoint(
            (float) description.currentNumber(),
            target,
            (float) (target * how.band().from()),
            (float) (target * how.band().to()))
        : new MetricPoint(
            (float) description.currentNumber(),
            target,
            (float) marks.low().approximateDouble(),
            (float) marks.high().approximateDouble());
  }

  private static Set<SyncFlag> flags(ReconcileResult result, Trace trace) {
    Set<SyncFlag> flags = EnumSet.noneOf(SyncFlag.class);
    set(flags, SyncFlag.SCALED, result.scaledTo() != null);
    set(flags, SyncFlag.FAILED, result.error() != null);
    Trace.Limits limits = trace.limits();
    Normalization.Limit limit = limits == null ? Normalization.Limit.NONE : limits.effect();
    set(flags, SyncFlag.LIMITED, limit != Normalization.Limit.NONE);
    set(flags, SyncFlag.ABOVE_MAX, limit == Normalization.Limit.MAXIMUM);
    Trace.Stabilization stabilized = trace.stabilization();
    set(
        flags,
        SyncFlag.STABILIZED,
        stabilized != null && stabilized.effect() != Normalization.Stabilization.NONE);
    set(
        flags,
        SyncFlag.METRIC_FAILED,
        trace.metrics().stream().anyMatch(each -> each.failure() != null));
    set(
        flags,
        SyncFlag.FALLBACK,
        trace.metrics().stream().anyMatch(each -> changes(each, Decider.ProposalRule.FALLBACK)));
    set(flags, SyncFlag.AMBIGUOUS, isAmbiguous(trace));
    set(flags, SyncFlag.DISABLED, trace.plan() == Trace.Cause.DISABLED);
    options(flags, trace.options());
    return flags;
  }

  private static void options(Set<SyncFlag> flags, Trace.@Nullable Applied options) {
    if (options != null) {
      set(flags, SyncFlag.ROLLOUT, options.rollout() != null);
      switch (options.mode()) {
        case PAUSED -> flags.add(SyncFlag.PAUSED);
        case DRY_RUN -> flags.add(SyncFlag.DRY_RUN);
        case ACTIVE, SCALE_UP_ONLY -> {}
      }
      Trace.Applied.Scheduled schedules = options.schedules();
      set(flags, SyncFlag.SCHEDULED, schedules != null && !schedules.active().isEmpty());
    }
  }

  private static boolean changes(Trace.Metric metric, Decider.ProposalRule rule) {
    return metric.change() != null && metric.change().rule() == rule;
  }

  private static boolean isAmbiguous(Trace trace) {
    return trace.pods() != null && trace.pods().autoscalers().size() > 1;
  }

  private static void set(Set<SyncFlag> flags, SyncFlag flag, boolean value) {
    if (value) {
      flags.add(flag);
    }
  }
}
