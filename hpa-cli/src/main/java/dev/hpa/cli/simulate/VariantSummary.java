package dev.hpa.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The key figures of a variant, over the counted time.
 *
 * @param minReplicas the fewest the workload was set to
 * @param avgReplicas on average over time
 * @param maxReplicas the most
 * @param podHours the sum over all pods of the hours they were there, starting and ending included
 * @param flaps scalings in the direction opposite to the one before, soon after it
 * @param unmet null when nobody knows what a pod can carry
 * @param atMax how long the workload was set to the autoscaler's upper bound
 * @param failed decisions that ended with an error
 */
record VariantSummary(
    int minReplicas,
    double avgReplicas,
    int maxReplicas,
    double podHours,
    long scaleUps,
    long scaleDowns,
    long flaps,
    @Nullable Unmet unmet,
    Duration atMax,
    long decisions,
    long failed) {

  /**
   * The demand that the ready pods could not carry.
   *
   * @param share of the whole demand, 0 to 1
   * @param time during which some was not carried
   * @param worstMinute the beginning of the minute in which most was not carried; null if all was
   *     carried always
   * @param worstShare of the demand of that minute
   */
  record Unmet(double share, Duration time, @Nullable Instant worstMinute, double worstShare) {}
}
