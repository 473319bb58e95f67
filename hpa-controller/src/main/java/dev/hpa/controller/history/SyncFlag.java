package dev.hpa.controller.history;

/** A property of a sync. At most 31, because a sample keeps them as bits. */
public enum SyncFlag {
  /** The replicas of the scale were written. */
  SCALED,
  /** The replicas of the scale differ from those of the sync before, without a write of it. */
  CHANGED,
  /** The sync ended with an error. */
  FAILED,
  /** More replicas than maxReplicas are recommended. */
  ABOVE_MAX,
  /** A rate limit or a bound changed the result. */
  LIMITED,
  /** Stabilization changed the result. */
  STABILIZED,
  /** At least one metric failed. */
  METRIC_FAILED,
  /** A failed metric falls back. */
  FALLBACK,
  /** The rollout of the target is compensated. */
  ROLLOUT,
  /** Several autoscalers select the pods. */
  AMBIGUOUS,
  /** The mode is Paused. */
  PAUSED,
  /** The mode is DryRun. */
  DRY_RUN,
  /** A schedule replaces the bounds. */
  SCHEDULED,
  /** Another writer scaled the target to zero. */
  DISABLED
}
