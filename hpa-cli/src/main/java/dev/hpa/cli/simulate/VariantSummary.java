package dev.hpa.cli.simulate;

import dev.hpa.simulation.ReplayFigures;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The key figures of a variant over the evaluated time.
 *
 * @param minReplicas minimum spec.replicas
 * @param avgReplicas time average
 * @param maxReplicas maximum spec.replicas
 * @param podHours total lifetime of all pods in hours, including start and termination
 * @param flaps number of scale events that reverse the previous one within the flap window
 * @param unserved null if the capacity of a pod is unknown
 * @param atMax time in which the metrics ask for more than the autoscaler's upper bound
 * @param failed number of failed decisions
 */
public record VariantSummary(
    int minReplicas,
    double avgReplicas,
    int maxReplicas,
    double podHours,
    long scaleUps,
    long scaleDowns,
    long flaps,
    @Nullable Unserved unserved,
    Duration atMax,
    long decisions,
    long failed) {

  VariantSummary withRecorded(int min, int max, long ups, long downs, long reversals) {
    return new VariantSummary(
        min, avgReplicas, max, podHours, ups, downs, reversals, unserved, atMax, decisions, failed);
  }

  /**
   * The unserved demand.
   *
   * @param share of the whole demand, 0 to 1
   * @param time with unserved demand
   * @param elasticity too few and too many pods
   * @param worstMinute the start of the minute with the most unserved demand; null if there was
   *     none
   * @param worstShare unserved share of the demand of that minute
   */
  public record Unserved(
      double share,
      Duration time,
      ReplayFigures.Elasticity elasticity,
      @Nullable Instant worstMinute,
      double worstShare) {}
}
