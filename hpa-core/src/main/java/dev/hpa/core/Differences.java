package dev.hpa.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Deliberate differences from upstream v1.36, all of them off in {@link #NONE}: what releases of
 * old did, and what the original proposals planned and upstream never built.
 *
 * @param upscaleDelay the forbidden window of releases up to 1.11: no scale-up within this time
 *     after the last change by the autoscaler; null for none
 * @param downscaleDelay the same for scale-downs
 * @param formula how per-pod metrics lead to a count
 * @param utilizationOf what utilization is a percentage of
 * @param aggregation how the proposals of several metrics become one
 * @param deletionCostHints whether pods that a scale-down should take first are marked with the
 *     annotation {@code controller.kubernetes.io/pod-deletion-cost}
 */
public record Differences(
    @Nullable Duration upscaleDelay,
    @Nullable Duration downscaleDelay,
    Formula formula,
    UtilizationBase utilizationOf,
    Aggregation aggregation,
    boolean deletionCostHints) {

  /** Exactly as upstream. */
  public static final Differences NONE =
      new Differences(
          null, null, Formula.RATIO, UtilizationBase.REQUESTS, Aggregation.MAXIMUM, false);

  /** How per-pod metrics lead to a count. */
  public enum Formula {
    /** Upstream's: the ratio times the pods that count, confirmed with the others filled in. */
    RATIO,
    /**
     * Release 1.1's: {@code ceil(sum of the pods' values ÷ target)}. Pods without a value and
     * unready ones count for nothing, in both directions.
     */
    SUM
  }

  /** What a pod's use is a percentage of. */
  public enum UtilizationBase {
    REQUESTS,
    LIMITS
  }

  /**
   * How the proposals of several metrics become one count. A failed metric holds back a change it
   * might have prevented.
   */
  public enum Aggregation {
    /** The largest; a failed metric blocks scale-downs. Upstream's. */
    MAXIMUM,
    /** The smallest; a failed metric blocks scale-ups. */
    MINIMUM,
    /** The mean, rounded up; a failed metric blocks any change. */
    AVERAGE
  }
}
