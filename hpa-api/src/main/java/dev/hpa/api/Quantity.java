package dev.hpa.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An exact decimal number with the notation it was written in, such as {@code 250m}, {@code 1.5Gi}
 * or {@code 3e5}.
 *
 * <p>The number is {@code mantissa × 10^exponent}. Nearly every quantity has a mantissa of at most
 * 18 digits and is held in a {@code long}; only what does not fit is held in a {@link BigDecimal}.
 * The smallest step is 10⁻⁹, and a parsed {@link Format#BINARY_SI} quantity never exceeds 2⁶³−1
 * units; decimal ones have no upper limit.
 *
 * <p>Two quantities are equal when their numbers are, whatever their notation: {@code 1000m} equals
 * {@code 1}.
 */
public final class Quantity implements Comparable<Quantity> {

  /** Notations. Arithmetic keeps the notation of the left operand. */
  public enum Format {
    /** With the letters n, u, m, k, M, G, T, P, E for powers of 1000. */
    DECIMAL_SI,
    /** With Ki, Mi, Gi, Ti, Pi, Ei for powers of 1024. */
    BINARY_SI,
    /** With {@code e} and a power of ten. */
    DECIMAL_EXPONENT
  }

  /** The number zero, in decimal notation. */
  public static final Quantity ZERO = new Quantity(0, 0, null, Format.DECIMAL_SI, null);

  /** The memory of a quantity, of the objects of a text, and of those of large numbers. */
  private static final int BYTES = 48;

  private static final int STRING = 48;
  private static final int BIG = 128;

  static final int SMALLEST_EXPONENT = -9;

  /** Larger magnitudes have no finite double. */
  private static final int MAX_MAGNITUDE = 400;

  /** The largest difference of magnitudes, in powers of 10, for which a sum is computed exactly. */
  private static final int MAX_DISTANCE = 1024;

  /** The digits of the largest {@code long}. */
  private static final int LONG_MAGNITUDE = 19;

  /** From 10⁶⁴ on, the low 64 bits of a power of ten are all zero. */
  private static final int WRAPPED_POWERS = 64;

  private static final long[] POWERS_OF_TEN = wrappedPowersOfTen();

  private final long mantissa;
  private final int exponent;
  private final @Nullable BigDecimal big;
  private final Format format;
  private final @Nullable String text;

  private Quantity(
      long mantissa, int exponent, @Nullable BigDecimal big, Format format, @Nullable String text) {
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.big = big;
    this.format = format;
    this.text = text;
  }

  /**
   * Parses a quantity in time linear in the length of the text. Digits below 10⁻⁹ are rounded away
   * from zero.
   *
   * @throws QuantityFormatException with the API machinery's message if the text is not a quantity,
   *     or if it has more than 512 characters
   */
  public static Quantity parse(String text) {
    return QuantityParser.parse(text);
  }

  /** What it takes in memory with its text and its digits, in bytes; at least what it does. */
  public int memory() {
    return BYTES
        + (text == null ? 0 : STRING + text.length())
        + (big == null ? 0 : BIG + big.unscaledValue().bitLength() / Byte.SIZE);
  }

  /** Returns a quantity of whole units. */
  public static Quantity of(long value, Format format) {
    return new Quantity(value, 0, null, format, null);
  }

  /** Returns a quantity of milli-units. */
  public static Quantity ofMilli(long milli, Format format) {
    return new Quantity(milli, -3, null, format, null);
  }

  static Quantity of(long mantissa, int exponent, Format format, @Nullable String verbatim) {
    return new Quantity(mantissa, exponent, null, format, verbatim);
  }

  static Quantity of(BigDecimal number, Format format) {
    BigInteger unscaled = number.unscaledValue();
    return unscaled.bitLength() < Long.SIZE
        ? new Quantity(unscaled.longValue(), -number.scale(), null, format, null)
        : new Quantity(0, 0, number, format, null);
  }

  /**
   * A quantity that upstream holds as a decimal of arbitrary size although it may be small. Only
   * for negative ones does that change {@link #milliValue()}.
   */
  static Quantity ofDecimal(BigDecimal number, Format format) {
    return number.signum() < 0 ? new Quantity(0, 0, number, format, null) : of(number, format);
  }

  /**
   * Parses a quantity in milli-units, like {@code parse(text).milliValue()} but without allocation
   * for plain digits with at most a suffix.
   *
   * @throws QuantityFormatException if the text is not a quantity
   */
  public static long parseMilli(String text) {
    int length = text.length();
    int digits = 0;
    long number = 0;
    while (digits < length && isDigit(text.charAt(digits)) && digits < QuantityParser.LONG_DIGITS) {
      number = 10 * number + (text.charAt(digits) - '0');
      digits++;
    }
    if (digits == 0) {
      return parse(text).milliValue();
    }
    return switch (length - digits) {
      case 0 -> number * 1000;
      case 1 ->
          switch (text.charAt(digits)) {
            case 'm' -> number;
            case 'u' -> Math.ceilDiv(number, 1000);
            case 'n' -> Math.ceilDiv(number, 1_000_000);
            default -> parse(text).milliValue();
          };
      case 2 ->
          text.charAt(digits + 1) == 'i' && digits <= QuantityParser.binaryDigits(20)
              ? parseBinaryMilli(text, number, text.charAt(digits))
              : parse(text).milliValue();
      default -> parse(text).milliValue();
    };
  }

  private static long parseBinaryMilli(String text, long number, char letter) {
    return switch (letter) {
      case 'K' -> (number << 10) * 1000;
      case 'M' -> (number << 20) * 1000;
      default -> parse(text).milliValue();
    };
  }

  /** The notation. */
  public Format format() {
    return format;
  }

  /** −1, 0 or 1. */
  public int signum() {
    return big == null ? Long.signum(mantissa) : big.signum();
  }

  /**
   * The number in whole units, rounded away from zero, and saturated at the bounds of a {@code
   * long}.
   */
  public long value() {
    if (big == null && exponent <= 0) {
      return dividedAwayFromZero(mantissa, -exponent);
    }
    BigDecimal number = number();
    if (number.signum() == 0) {
      return 0;
    }
    if ((long) number.precision() - number.scale() > LONG_MAGNITUDE) {
      return number.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    BigInteger rounded = number.setScale(0, RoundingMode.UP).toBigInteger();
    if (rounded.bitLength() < Long.SIZE) {
      return rounded.longValue();
    }
    return rounded.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /**
   * The number in milli-units, rounded away from zero. Out of the range of a {@code long} the
   * result is that of kube-controller-manager: usually the product modulo 2⁶⁴, so that 10¹⁶ yields
   * −8446744073709551616; but 0 if the suffix is 10⁹ or more, so that {@code 1E} yields 0. Negative
   * numbers of 19 or more digits wrap around in nano-units and are rounded up: −2⁶³ milli-units
   * yield 0.
   */
  public long milliValue() {
    if (big == null) {
      long shift = exponent + 3L;
      return shift < 0 ? dividedAwayFromZero(mantissa, -shift) : multiplied(mantissa, shift);
    }
    if (big.signum() < 0) {
      return milliFromNano(nano(big));
    }
    long shift = 3L - big.scale();
    return shift < 0
        ? big.setScale(3, RoundingMode.UP).unscaledValue().longValue()
        : big.unscaledValue().longValue() * powerOfTen(shift);
  }

  /**
   * Whether milli-units of 64 bits hold the number. The smallest and the largest of them stand for
   * a number that they do not hold, or for none: adapters convert NaN to −2⁶³.
   */
  boolean fitsMilli() {
    BigDecimal number = number();
    if (magnitude(number) > LONG_MAGNITUDE) {
      return number.signum() == 0;
    }
    BigInteger milli = number.setScale(3, RoundingMode.UP).unscaledValue();
    return milli.compareTo(BigInteger.valueOf(Long.MIN_VALUE)) > 0
        && milli.compareTo(BigInteger.valueOf(Long.MAX_VALUE)) < 0;
  }

  /** The low 64 bits of the number in nano-units. */
  private static long nano(BigDecimal number) {
    long shift = 9L - number.scale();
    return shift < 0
        ? number.setScale(9, RoundingMode.UP).unscaledValue().longValue()
        : number.unscaledValue().longValue() * powerOfTen(shift);
  }

  private static long milliFromNano(long nano) {
    return nano / 1_000_000 + (nano % 1_000_000 == 0 ? 0 : 1);
  }

  /**
   * The mantissa as a double times the power of ten as a double. Tolerances use this value, which
   * is not always the double nearest to the exact number.
   */
  public double approximateDouble() {
    double base = big == null ? (double) mantissa : big.unscaledValue().doubleValue();
    int power = big == null ? exponent : -big.scale();
    if (base == 0 || power == 0) {
      return base;
    }
    return power < 0 ? base * (1 / approximatePower(-power)) : base * approximatePower(power);
  }

  /**
   * Returns the sum in the notation of this quantity, or in that of the other if this one is 0. If
   * one number is more than 10¹⁰²⁴ times the other, the smaller one is ignored.
   */
  public Quantity plus(Quantity other) {
    return of(sum(number(), other.number()), signum() == 0 ? other.format : format);
  }

  /** Returns the difference, like {@link #plus}. */
  public Quantity minus(Quantity other) {
    return of(sum(number(), other.number().negate()), signum() == 0 ? other.format : format);
  }

  /** Exponents have up to 10 digits: the exact sum of two quantities could exhaust memory. */
  private static BigDecimal sum(BigDecimal a, BigDecimal b) {
    long apart = magnitude(a) - magnitude(b);
    if (a.signum() == 0 || b.signum() == 0 || Math.abs(apart) <= MAX_DISTANCE) {
      return a.signum() == 0 ? b : b.signum() == 0 ? a : a.add(b);
    }
    return apart > 0 ? a : b;
  }

  private static long magnitude(BigDecimal number) {
    return (long) number.precision() - number.scale();
  }

  @Override
  public int compareTo(Quantity other) {
    if (big == null && other.big == null && exponent == other.exponent) {
      return Long.compare(mantissa, other.mantissa);
    }
    return number().compareTo(other.number());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantity quantity && compareTo(quantity) == 0;
  }

  @Override
  public int hashCode() {
    if (signum() == 0) {
      return 0;
    }
    if (big != null) {
      return big.stripTrailingZeros().hashCode();
    }
    long significant = mantissa;
    int power = exponent;
    while (significant % 10 == 0) {
      significant /= 10;
      power++;
    }
    return BigDecimal.valueOf(significant, -power).hashCode();
  }

  /**
   * Returns the parsed string if a fast check finds it canonical ({@code 33.333}, {@code +1}),
   * otherwise the canonical form: no fraction, and the largest suffix without loss.
   */
  @Override
  public String toString() {
    return text != null ? text : canonical();
  }

  /** Returns the canonical form. */
  String canonical() {
    return big != null
        ? QuantityPrinter.print(big, format)
        : QuantityPrinter.print(mantissa, exponent, format);
  }

  /** The exact number. */
  BigDecimal number() {
    return big != null ? big : BigDecimal.valueOf(mantissa, -exponent);
  }

  private static long dividedAwayFromZero(long number, long powerOfTen) {
    if (powerOfTen > QuantityParser.LONG_DIGITS) {
      return Long.signum(number);
    }
    long divisor = POWERS_OF_TEN[(int) powerOfTen];
    long quotient = number / divisor;
    return number % divisor == 0 ? quotient : quotient + Long.signum(number);
  }

  /**
   * Upstream multiplies in one step for some powers, where the product wraps around, and step by
   * step for the others, where it returns 0 on overflow.
   */
  private static long multiplied(long number, long power) {
    boolean inOneStep = power <= 3 || power == 6 || power == 9;
    return inOneStep || fits(number, power) ? number * powerOfTen(power) : 0;
  }

  private static boolean fits(long number, long power) {
    return number == 0
        || (power < EXACT_POWERS
            && Math.multiplyHigh(number, POWERS_OF_TEN[(int) power])
                == (number * POWERS_OF_TEN[(int) power]) >> 63);
  }

  private static long powerOfTen(long power) {
    return power < WRAPPED_POWERS ? POWERS_OF_TEN[(int) power] : 0;
  }

  private static double approximatePower(int power) {
    return power > MAX_MAGNITUDE ? Double.POSITIVE_INFINITY : Double.parseDouble("1e" + power);
  }

  /** The number of powers of 10 that fit in a {@code long}, including 10⁰. */
  private static final int EXACT_POWERS = 19;

  private static long[] wrappedPowersOfTen() {
    long[] powers = new long[WRAPPED_POWERS];
    powers[0] = 1;
    for (int i = 1; i < WRAPPED_POWERS; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Rounds to the smallest step, away from zero. Upstream also widens shorter numbers to nine
   * decimal places, which shows in {@link #approximateDouble()}.
   */
  static BigDecimal inSmallestSteps(BigDecimal number) {
    long magnitude = (long) number.precision() - number.scale();
    // Extreme exponents would only cost memory: numbers below the smallest step become one step,
    // and numbers far above have no finite double.
    if (magnitude < SMALLEST_EXPONENT && number.signum() != 0) {
      return BigDecimal.valueOf(number.signum(), -SMALLEST_EXPONENT);
    }
    return magnitude > MAX_MAGNITUDE
        ? number
        : number.setScale(-SMALLEST_EXPONENT, RoundingMode.UP);
  }
}
