package dev.hpa.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a metric's proposal follows from its reading.
 *
 * @param replicas the proposal
 * @param ratio usage ÷ target as measured; not finite where the target is 0
 * @param filledRatio the ratio once more with other pods filled in; null when none were
 * @param tolerance what both ratios were held against
 * @param pods how many pods the deciding ratio is multiplied with
 * @param rule which rule gave the proposal
 * @param values milli-units by pod as they entered the last ratio, those filled in included; empty
 *     for a metric of one number
 */
public record Calculation(
    int replicas,
    double ratio,
    @Nullable Double filledRatio,
    Tolerance tolerance,
    int pods,
    Rule rule,
    Map<String, Long> values) {

  /** The rules a proposal can come from. */
  public enum Rule {
    /** {@code ceil(ratio × pods)}. */
    FOLLOWS_RATIO,
    /** The ratio is close enough to 1: the current replicas. */
    WITHIN_TOLERANCE,
    /** With the other pods filled in the ratio is close enough to 1: the current replicas. */
    FILLED_WITHIN_TOLERANCE,
    /** With the other pods filled in the ratio points the other way: the current replicas. */
    FILLING_TURNS_RATIO,
    /** The count lies on the other side of the current replicas than the ratio: they stay. */
    COUNT_AGAINST_RATIO,
    /** From zero replicas: {@code ceil(ratio)}. */
    FROM_ZERO,
    /** A total divided by the target, whatever the pods do: {@code ceil(total ÷ target)}. */
    SHARES_OF_TOTAL,
    /** The sum of the pods' own ratios, {@link Differences.Formula#SUM}. */
    SUM_OF_PODS
  }
}
