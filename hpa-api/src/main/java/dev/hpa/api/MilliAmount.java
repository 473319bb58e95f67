package dev.hpa.api;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number in milli-units, and what it was if 64 bits do not hold it.
 *
 * @param milli as kube-controller-manager counts it until 1.37, see {@link QuantityRules#WRAPPING}
 * @param outOfRange the number that was stated if it is at most −2⁶³ or at least 2⁶³−1 milli-units,
 *     or if {@code milli} differs from it because an intermediate result overflows; otherwise null
 */
public record MilliAmount(long milli, @Nullable Quantity outOfRange) {

  /** The number 0. */
  public static final MilliAmount ZERO = new MilliAmount(0, null);

  /** The length up to which digits with at most the suffix m always fit. */
  private static final int SHORT = 15;

  /**
   * Parses a quantity.
   *
   * @throws QuantityFormatException if the text is not a quantity
   */
  public static MilliAmount parse(String text) {
    if (isShort(text)) {
      return new MilliAmount(Quantity.parseMilli(text), null);
    }
    Quantity number = Quantity.parse(text);
    return of(number.milliValue(QuantityRules.WRAPPING), number);
  }

  private static MilliAmount of(long milli, Quantity number) {
    boolean isExact = number.fitsMilli() && number.milliValue(QuantityRules.SATURATING) == milli;
    return new MilliAmount(milli, isExact ? null : number);
  }

  private static boolean isShort(String text) {
    int end = text.endsWith("m") ? text.length() - 1 : text.length();
    if (end > SHORT) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      if (!Quantity.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the sum. */
  public MilliAmount plus(MilliAmount other) {
    long sum = milli + other.milli;
    boolean overflows = ((milli ^ sum) & (other.milli ^ sum)) < 0;
    return outOfRange == null && other.outOfRange == null && !overflows
        ? new MilliAmount(sum, null)
        : of(sum, Quantity.of(exact().add(other.exact()), Quantity.Format.DECIMAL_SI));
  }

  private BigDecimal exact() {
    return BigDecimal.valueOf(milli(QuantityRules.SATURATING), 3);
  }

  /** The number in milli-units as the rules of a release count it. */
  public long milli(QuantityRules rules) {
    return outOfRange == null || rules == QuantityRules.WRAPPING
        ? milli
        : outOfRange.milliValue(rules);
  }
}
