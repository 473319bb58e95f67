package dev.hpa.core.replicas;

import java.math.BigInteger;

/**
 * A sum of milli-units with 128 bits. Not thread-safe.
 *
 * <p>Results are exact and saturate if the sum was created so; else they are those of the low 64
 * bits, which wrap around.
 */
final class MilliSum {

  private static final BigInteger PERCENT = BigInteger.valueOf(100);

  private static final BigInteger MINIMUM = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger MAXIMUM = BigInteger.valueOf(Integer.MAX_VALUE);

  private final boolean exact;
  private long high;
  private long low;

  MilliSum(boolean exact) {
    this.exact = exact;
  }

  void add(long milli) {
    long sum = low + milli;
    high += (milli >> 63) + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
  }

  boolean isZero() {
    return low == 0 && (!exact || high == 0);
  }

  private boolean fits() {
    return high == low >> 63;
  }

  private BigInteger number() {
    return BigInteger.valueOf(high)
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(Long.toUnsignedString(low)));
  }

  /** The average, truncated. */
  long dividedBy(int count) {
    return !exact || fits()
        ? low / count
        : number().divide(BigInteger.valueOf(count)).longValueExact();
  }

  /** This sum as a percentage of another one, truncated. */
  int percentOf(MilliSum whole) {
    if (!exact) {
      return (int) (low * 100 / whole.low);
    }
    if (fits() && whole.fits() && low == (int) low) {
      return Math.clamp(low * 100 / whole.low, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    BigInteger percent = number().multiply(PERCENT).divide(whole.number());
    return percent.min(MAXIMUM).max(MINIMUM).intValue();
  }

  double toDouble() {
    return exact ? number().doubleValue() : (double) low;
  }
}
