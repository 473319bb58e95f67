package dev.hpa.controller.shadow;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A status write of the active controller, as the watch delivers it.
 *
 * @param before the autoscaler before the write
 * @param after the autoscaler with the new status
 * @param at when the watch delivered it, in the timeline's time
 * @param isDelayed whether the write may be older because this process was delayed
 */
record StatusWrite(
    HorizontalPodAutoscaler before, HorizontalPodAutoscaler after, Instant at, boolean isDelayed) {

  private static final Set<String> WITHOUT_DECISION = Set.of("FailedGetScale", "FailedUpdateScale");

  /** The same write, which may be older than it was delivered. */
  StatusWrite delayed() {
    return new StatusWrite(before, after, at, true);
  }

  /** Whether the new status differs from the previous one. */
  boolean isChange() {
    return !after.status().semanticallyEquals(before.status());
  }

  /** Whether the sync changed the scale. */
  boolean isScaleEvent() {
    HpaStatus status = after.status();
    return status.lastScaleTime() != null
        && !Objects.equals(status.lastScaleTime(), before.status().lastScaleTime())
        && status.currentReplicas() != status.desiredReplicas();
  }

  /** The replicas the sync began with. */
  int from() {
    return after.status().currentReplicas();
  }

  /** The replicas the sync ended with. */
  int to() {
    return isScaleEvent() ? after.status().desiredReplicas() : from();
  }

  /** The metrics the sync measured; an entry of a metric that could not be read is blank. */
  List<MetricStatus> metrics() {
    return after.status().currentMetricsOrEmpty();
  }

  /** Whether the sync has a count: scale and metrics were read, and a write succeeded. */
  boolean isDecision() {
    return isScaleEvent() || isDecision(after.status());
  }

  /** Whether a status is that of a sync with a count. */
  static boolean isDecision(HpaStatus status) {
    return status.conditionsOrEmpty().stream().noneMatch(StatusWrite::preventsDecision);
  }

  private static boolean preventsDecision(HpaCondition condition) {
    return WITHOUT_DECISION.contains(condition.reason())
        || (condition.type().equals("ScalingActive")
            && !condition.status().equals(HpaCondition.TRUE)
            && !condition.reason().equals("ScalingDisabled"));
  }

  /** The autoscaler at the start of the sync. */
  HorizontalPodAutoscaler found() {
    return after.withStatus(before.status());
  }
}
