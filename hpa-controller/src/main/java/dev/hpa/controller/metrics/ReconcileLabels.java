package dev.hpa.controller.metrics;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.MetricOutcome;

/** What upstream's labels say of a cycle and its metrics. */
final class ReconcileLabels {

  static final String NONE = "none";
  private static final String SCALE_UP = "scale_up";
  private static final String SCALE_DOWN = "scale_down";
  private static final String SPEC = "spec";
  private static final String INTERNAL = "internal";

  private ReconcileLabels() {}

  /** Only a scale that was written is an action, whatever happened afterwards. */
  static String action(ReconcileResult result) {
    Integer written = result.scaledTo();
    Integer found = result.currentReplicas();
    if (written == null || found == null) {
      return NONE;
    }
    return written > found ? SCALE_UP : SCALE_DOWN;
  }

  /** Of all that may be wrong with a spec only the target's apiVersion counts as such. */
  static String error(ReconcileResult result) {
    if (result.error() == null) {
      return NONE;
    }
    return result.currentReplicas() == null && !hasReadableTarget(result.hpa()) ? SPEC : INTERNAL;
  }

  private static boolean hasReadableTarget(HorizontalPodAutoscaler hpa) {
    try {
      ApiGroupVersion.parse(hpa.spec().scaleTargetRef().apiVersionOrEmpty());
      return true;
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }

  /**
   * A proposal is compared with the current replicas in the status before the sync, not with those
   * in the result.
   */
  static String action(MetricOutcome outcome, HorizontalPodAutoscaler before) {
    return switch (outcome) {
      case MetricOutcome.Failed failed -> NONE;
      case MetricOutcome.Proposal proposed -> {
        Integer known = before.status().currentReplicas();
        int change = Integer.compare(proposed.replicas(), known == null ? 0 : known);
        yield change > 0 ? SCALE_UP : change < 0 ? SCALE_DOWN : NONE;
      }
    };
  }

  static String error(MetricOutcome outcome) {
    return switch (outcome) {
      case MetricOutcome.FallenBack fallback -> error(fallback.failed());
      case MetricOutcome.Proposal proposed -> NONE;
      case MetricOutcome.Failed failed ->
          failed.reason().equals("InvalidMetricSourceType") ? SPEC : INTERNAL;
    };
  }
}
