package dev.hpa.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * How releases of Kubernetes compute with a {@link Quantity} that 64 bits do not hold: its
 * integers, doubles, sums and texts. {@link KubernetesVersion#quantities()} is that of a release.
 */
public enum QuantityRules {

  /** Until 1.37: integers wrap around, and large numbers are printed without their power. */
  WRAPPING {
    // Usually the product modulo 2⁶⁴, so that 10¹⁶ yields −8446744073709551616; but 0 if the suffix
    // is 10⁹ or more, so that 1E yields 0. Negative numbers of 19 or more digits wrap
    // around in nano-units and are rounded up: −2⁶³ milli-units yield 0.
    @Override
    long milli(BigDecimal number, boolean isDecimal) {
      if (isDecimal && number.signum() < 0) {
        long nano = lowBits(number, 9);
        return nano / 1_000_000 + (nano % 1_000_000 == 0 ? 0 : 1);
      }
      // Upstream multiplies small numbers in one step for some powers, where the product wraps
      // around, and step by step for the others, where it returns 0 on overflow.
      int power = -number.scale();
      boolean inOneStep = isDecimal || power <= 0 || power == 3 || power == 6;
      return inOneStep ? lowBits(number, 3) : 0;
    }

    // Upstream widens numbers that it parses as decimals to nine decimal places.
    @Override
    BigDecimal parsed(BigDecimal number) {
      return Quantity.magnitude(number) > Quantity.MAX_MAGNITUDE
          ? number
          : number.setScale(-Quantity.SMALLEST_EXPONENT);
    }

    // If one number is more than 10¹⁰²⁴ times the other, the smaller one is ignored.
    @Override
    BigDecimal sum(BigDecimal a, BigDecimal b) {
      long apart = Quantity.magnitude(a) - Quantity.magnitude(b);
      return Math.abs(apart) <= MAX_DISTANCE ? a.add(b) : apart > 0 ? a : b;
    }

    // The result parses as another number.
    @Override
    String suffix(int exponent) {
      return "";
    }
  },

  /** Since 1.38: integers saturate, and numbers are printed so that they parse again. */
  SATURATING {
    @Override
    long milli(BigDecimal number, boolean isDecimal) {
      return saturated(number, 3);
    }

    // More than 29 digits are rounded away from zero.
    @Override
    BigDecimal parsed(BigDecimal number) {
      return number.round(DIGITS);
    }

    // If the exponents are more than 29 apart, the number with the smaller one is first rounded
    // away from zero to 29 powers below the larger one.
    @Override
    BigDecimal sum(BigDecimal a, BigDecimal b) {
      long smallest = -(long) Math.min(a.scale(), b.scale()) - DIGITS.getPrecision();
      return Quantity.roundedUp(a, smallest).add(Quantity.roundedUp(b, smallest));
    }

    @Override
    String suffix(int exponent) {
      return exponent > 0 ? "e" + exponent : "";
    }
  };

  /** The rules of the {@linkplain KubernetesVersion#DEFAULT default release}. */
  static final QuantityRules DEFAULT = KubernetesVersion.DEFAULT.quantities();

  /** The largest difference of magnitudes, in powers of 10, for which a sum is computed exactly. */
  private static final int MAX_DISTANCE = 1024;

  private static final MathContext DIGITS = new MathContext(29, RoundingMode.UP);

  /** The digits of the largest {@code long}. */
  private static final int LONG_MAGNITUDE = 19;

  /** From 10⁶⁴ on, the low 64 bits of a power of ten are all zero. */
  private static final int WRAPPED_POWERS = 64;

  /**
   * Milli-units that may not fit into 64 bits, rounded away from zero.
   *
   * @param isDecimal whether upstream holds the number as a decimal of arbitrary size
   */
  abstract long milli(BigDecimal number, boolean isDecimal);

  /** A number that upstream parses as a decimal of arbitrary size, as it holds it afterwards. */
  abstract BigDecimal parsed(BigDecimal number);

  /** The sum of two numbers other than 0, whose exponents have up to 10 digits. */
  abstract BigDecimal sum(BigDecimal a, BigDecimal b);

  /** The suffix of a power of 1000 without a letter. */
  abstract String suffix(int exponent);

  /** The number in units of {@code 10^-digits}, rounded away from zero and saturated. */
  static long saturated(BigDecimal number, int digits) {
    if (number.signum() == 0) {
      return 0;
    }
    if (Quantity.magnitude(number) + digits <= LONG_MAGNITUDE) {
      BigInteger units = Quantity.roundedUp(number, -digits).setScale(digits).unscaledValue();
      if (units.bitLength() < Long.SIZE) {
        return units.longValue();
      }
    }
    return number.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** The low 64 bits of the number in units of {@code 10^-digits}, rounded away from zero. */
  private static long lowBits(BigDecimal number, int digits) {
    long shift = (long) digits - number.scale();
    if (shift < 0) {
      return Quantity.roundedUp(number, -digits).setScale(digits).unscaledValue().longValue();
    }
    return shift < WRAPPED_POWERS
        ? number.unscaledValue().multiply(BigInteger.TEN.pow((int) shift)).longValue()
        : 0;
  }
}
