package dev.hpa.core.replicas;

import dev.hpa.core.options.Percentile;
import dev.hpa.core.options.Watermark;
import dev.hpa.core.settings.UpstreamDifferences;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calculation of the replicas that one metric proposes.
 *
 * @param replicas the proposed replicas
 * @param ratio usage ÷ target as measured; infinite or NaN if the target is 0. With watermarks
 *     usage ÷ high above 1, usage ÷ low below 1, and 1 between them
 * @param filledRatio the ratio after values were assumed for missing and unready pods; null if none
 *     were
 * @param tolerance the tolerance that applies to both ratios
 * @param watermark the watermarks in place of the target; null if there are none
 * @param percentile which value of the pods the ratio is that of; null for their average
 * @param pods the number of pods that the last ratio is multiplied by
 * @param rule the rule that gives the proposed replicas
 * @param values the values of the last ratio, in milli-units by pod name, assumed values included;
 *     empty for Object and External metrics
 */
public record Calculation(
    int replicas,
    double ratio,
    @Nullable Double filledRatio,
    Tolerance tolerance,
    @Nullable Watermark watermark,
    @Nullable Percentile percentile,
    int pods,
    Rule rule,
    Map<String, Long> values) {

  /** The rules that give proposed replicas. */
  public enum Rule {
    /** {@code ceil(ratio × pods)}. */
    FOLLOWS_RATIO,
    /** {@code ceil(ratio × requested replicas)}; option {@code value-base=Spec}. */
    RATIO_OF_REQUESTED,
    /** The ratio is within tolerance: the current replicas. */
    WITHIN_TOLERANCE,
    /** The ratio with assumed values is within tolerance: the current replicas. */
    FILLED_WITHIN_TOLERANCE,
    /** The ratio with assumed values reverses the direction: the current replicas. */
    FILLING_TURNS_RATIO,
    /** The computed count contradicts the direction of the ratio: the current replicas. */
    COUNT_AGAINST_RATIO,
    /** From zero replicas: {@code ceil(ratio)}. */
    FROM_ZERO,
    /** An AverageValue target of an Object or External metric: {@code ceil(total ÷ target)}. */
    SHARES_OF_TOTAL,
    /** The sum of the pods' ratios, rounded up; {@link UpstreamDifferences.Formula#SUM}. */
    SUM_OF_PODS
  }
}
