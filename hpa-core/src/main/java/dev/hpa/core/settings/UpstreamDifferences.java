package dev.hpa.core.settings;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings in which decisions differ from Kubernetes v1.36. All are off in {@link #NONE}. They
 * restore behavior of early releases, implement parts of the original proposals that upstream never
 * implemented, or fixes of later releases; see docs/differences.md.
 *
 * @param upscaleDelay the upscale forbidden window of releases up to 1.11: no scale-up within this
 *     time after the last scale event of the autoscaler; null for none
 * @param downscaleDelay the downscale forbidden window; null for none
 * @param formula how a per-pod metric gives a replica count
 * @param utilizationBase whether utilization is a percentage of requests or limits
 * @param aggregation how the proposals of several metrics are combined
 * @param deletionCostHints whether pods that a scale-down should delete first are annotated with
 *     {@code controller.kubernetes.io/pod-deletion-cost}
 * @param fixes the fixes of later releases
 */
public record UpstreamDifferences(
    @Nullable Duration upscaleDelay,
    @Nullable Duration downscaleDelay,
    Formula formula,
    UtilizationBase utilizationBase,
    Aggregation aggregation,
    boolean deletionCostHints,
    Set<UpstreamFix> fixes) {

  /** A copy with other fixes. */
  public UpstreamDifferences with(Set<UpstreamFix> other) {
    return new UpstreamDifferences(
        upscaleDelay,
        downscaleDelay,
        formula,
        utilizationBase,
        aggregation,
        deletionCostHints,
        other);
  }

  /** A copy whose utilization is a percentage of limits. */
  UpstreamDifferences ofLimits() {
    return new UpstreamDifferences(
        upscaleDelay,
        downscaleDelay,
        formula,
        UtilizationBase.LIMITS,
        aggregation,
        deletionCostHints,
        fixes);
  }

  /** Decisions of upstream v1.36. */
  public static final UpstreamDifferences NONE =
      new UpstreamDifferences(
          null,
          null,
          Formula.RATIO,
          UtilizationBase.REQUESTS,
          Aggregation.MAXIMUM,
          false,
          Set.of());

  /** How a per-pod metric gives a replica count. */
  public enum Formula {
    /**
     * Upstream: the ratio times the number of ready pods, recomputed with assumed values for
     * missing and unready pods.
     */
    RATIO,
    /**
     * Release 1.1: {@code ceil(sum of the pods' values ÷ target)}. Missing and unready pods are
     * ignored in both directions.
     */
    SUM
  }

  /** The base of utilization, which is usage as a percentage of it. */
  public enum UtilizationBase {
    REQUESTS,
    LIMITS
  }

  /**
   * How the proposals of several metrics are combined. A failed metric blocks a change that it
   * might have prevented.
   */
  public enum Aggregation {
    /** The largest, as upstream; a failed metric blocks scale-downs. */
    MAXIMUM,
    /** The smallest; a failed metric blocks scale-ups. */
    MINIMUM,
    /** The average, rounded up; a failed metric blocks any change. */
    AVERAGE
  }
}
