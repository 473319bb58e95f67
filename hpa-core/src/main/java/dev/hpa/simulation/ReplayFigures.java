package dev.hpa.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The key figures of a replay, without its warm-up.
 *
 * @param counted the length of the time they are about
 * @param podHours the lifetime of all pods in hours, including start and termination
 * @param unserved the unserved share of the demand, from 0 to 1; NaN if the capacity of a pod is
 *     unknown
 * @param unservedAt90 the same if a ready pod served 90 % of its capacity
 * @param unservedAt75 the same if a ready pod served 75 % of its capacity
 * @param unservedTime the time with unserved demand; zero if the capacity of a pod is unknown
 * @param elasticity too few and too many pods; null if the capacity of a pod is unknown
 * @param worst the minute with the most unserved demand; null if there is none
 * @param scaleEvents the changes of the replicas
 * @param flaps the scale events that reverse the previous one within 10 minutes
 * @param peak the highest replicas
 * @param atMax the share of the time in which the metrics ask for more replicas than the upper
 *     bound, from 0 to 1
 * @param syncs the number of syncs
 * @param failed the syncs in which no count could be computed
 */
public record ReplayFigures(
    Duration counted,
    double podHours,
    double unserved,
    double unservedAt90,
    double unservedAt75,
    Duration unservedTime,
    @Nullable Elasticity elasticity,
    @Nullable Minute worst,
    int scaleEvents,
    long flaps,
    int peak,
    double atMax,
    int syncs,
    int failed) {

  /**
   * How far ready pods differ from those that the demand needs, as in the metrics θ and τ for the
   * elasticity of clouds (SPEC RG). All are shares from 0; only {@code over} may be above 1.
   *
   * @param under the missing part of the pods that are needed, on average over time
   * @param underTime the part of the time in which pods are missing
   * @param over the pods beyond those that are needed, as a part of them, on average over time
   * @param overTime the part of the time in which there are such pods
   */
  public record Elasticity(double under, double underTime, double over, double overTime) {}

  /**
   * A minute.
   *
   * @param unserved the unserved share of its demand, from 0 to 1
   */
  public record Minute(Instant start, double unserved) {}

  private static final double SECONDS_PER_DAY = 86_400;

  /** A copy with other pod-hours. */
  public ReplayFigures withPodHours(double hours) {
    return with(hours, unserved, unservedAt90, unservedAt75);
  }

  /**
   * A copy with at least these unserved shares.
   *
   * @param least from the part of its capacity that a pod serves to a share
   */
  public ReplayFigures withUnservedOfAtLeast(DoubleUnaryOperator least) {
    return with(
        podHours,
        Math.max(unserved, least.applyAsDouble(1)),
        Math.max(unservedAt90, least.applyAsDouble(0.9)),
        Math.max(unservedAt75, least.applyAsDouble(0.75)));
  }

  private ReplayFigures with(double hours, double whole, double at90, double at75) {
    return new ReplayFigures(
        counted,
        hours,
        whole,
        at90,
        at75,
        unservedTime,
        elasticity,
        worst,
        scaleEvents,
        flaps,
        peak,
        atMax,
        syncs,
        failed);
  }

  /** The counted time in days. */
  public double days() {
    return counted.toMillis() / 1e3 / SECONDS_PER_DAY;
  }

  /** The flaps per day. */
  public double flapsPerDay() {
    return flaps == 0 ? 0 : flaps / days();
  }
}
