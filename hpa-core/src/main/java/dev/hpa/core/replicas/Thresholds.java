package dev.hpa.core.replicas;

import dev.hpa.core.options.Percentile;
import dev.hpa.core.options.Watermark;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a metric are compared with: a target with a tolerance, or two watermarks.
 *
 * <p>Between the watermarks the ratio is exactly 1. Above the high one it is the target, and below
 * the low one that is, so that every rule for ratios above and below 1 applies with the threshold
 * of its direction.
 *
 * @param low the target of scale-downs, in milli-units, or percent for a utilization
 * @param high the target of scale-ups; equal to {@code low} without a watermark
 * @param tolerance the deviation of a ratio from 1 that is ignored
 * @param watermark the watermarks; null for a target
 * @param percentile which value of the pods is compared if it is higher than the average; null for
 *     none
 */
public record Thresholds(
    long low,
    long high,
    Tolerance tolerance,
    @Nullable Watermark watermark,
    @Nullable Percentile percentile) {

  private static final Tolerance EXACT = new Tolerance(0, 0);

  /** A target. */
  public static Thresholds target(long target, Tolerance tolerance) {
    return new Thresholds(target, target, tolerance, null, null);
  }

  /** Watermarks of a quantity. */
  public static Thresholds ofQuantity(Watermark watermark) {
    return new Thresholds(
        watermark.low().milliValue(), watermark.high().milliValue(), EXACT, watermark, null);
  }

  /** Watermarks of a utilization. */
  public static Thresholds ofUtilization(Watermark watermark) {
    return new Thresholds(
        watermark.low().value(), watermark.high().value(), EXACT, watermark, null);
  }

  /** A copy that the values of pods are compared with in another way. */
  public Thresholds with(@Nullable Percentile other) {
    return Objects.equals(percentile, other)
        ? this
        : new Thresholds(low, high, tolerance, watermark, other);
  }

  /** Usage ÷ threshold. */
  double ratio(long usage) {
    return ratio(usage, 1);
  }

  /**
   * Usage ÷ (threshold × shares).
   *
   * @param shares the number of replicas that the usage is shared by
   */
  double ratio(long usage, int shares) {
    double toHigh = (double) usage / ((double) high * (double) shares);
    if (watermark == null || toHigh > 1.0) {
      return toHigh;
    }
    double toLow = (double) usage / ((double) low * (double) shares);
    return low > 0 && toLow < 1.0 ? toLow : 1.0;
  }

  /** The threshold in the direction of a ratio. */
  long of(double ratio) {
    return ratio < 1.0 ? low : high;
  }
}
