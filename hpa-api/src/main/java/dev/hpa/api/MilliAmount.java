package dev.hpa.api;

import org.jspecify.annotations.Nullable;

/**
 * A number in milli-units, and what it was if 64 bits do not hold it.
 *
 * @param milli as kube-controller-manager counts it, see {@link Quantity#milliValue()}
 * @param outOfRange the number that was stated if it is at most −2⁶³ or at least 2⁶³−1 milli-units,
 *     otherwise null
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
    long milli = Quantity.parseMilli(text);
    if (isShort(text)) {
      return new MilliAmount(milli, null);
    }
    Quantity quantity = Quantity.parse(text);
    return new MilliAmount(milli, quantity.fitsMilli() ? null : quantity);
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
}
