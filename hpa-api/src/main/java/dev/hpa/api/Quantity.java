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
  public static final Quantity ZERO = of(0, Format.DECIMAL_SI);

  static final int SMALLEST_EXPONENT = -9;

  /** The number of digits whose milli-units always fit. */
  private static final int FAST_DIGITS = 15;

  private static final long[] POWERS_OF_TEN = powersOfTen();

  /** Larger magnitudes have no finite double. */
  static final int MAX_MAGNITUDE = 400;

  private final long mantissa;
  private final int exponent;
  private final @Nullable BigDecimal big;
  private final boolean isLarge;
  private final Format format;
  private final @Nullable String text;

  private Quantity(
      long mantissa,
      int exponent,
      @Nullable BigDecimal big,
      boolean isLarge,
      Format format,
      @Nullable String text) {
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.big = big;
    this.isLarge = isLarge;
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

  /** Returns a quantity of whole units. */
  public static Quantity of(long value, Format format) {
    return of(value, 0, format, null);
  }

  /** Returns a quantity of milli-units. */
  public static Quantity ofMilli(long milli, Format format) {
    return of(milli, -3, format, null);
  }

  static Quantity of(long mantissa, int exponent, Format format, @Nullable String verbatim) {
    return new Quantity(mantissa, exponent, null, false, format, verbatim);
  }

  static Quantity of(BigDecimal number, Format format) {
    return of(number, false, format);
  }

  /** A number that upstream holds as a decimal of arbitrary size although it may be small. */
  static Quantity ofDecimal(BigDecimal number, Format format) {
    return new Quantity(0, 0, number, false, format, null);
  }

  /** A number of a text that upstream parses as a decimal of arbitrary size. */
  static Quantity ofLarge(BigDecimal number, Format format) {
    return of(number, true, format);
  }

  private static Quantity of(BigDecimal number, boolean isLarge, Format format) {
    BigInteger unscaled = number.unscaledValue();
    return unscaled.bitLength() < Long.SIZE
        ? new Quantity(unscaled.longValue(), -number.scale(), null, isLarge, format, null)
        : new Quantity(0, 0, number, isLarge, format, null);
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
    while (digits < length && isDigit(text.charAt(digits)) && digits < FAST_DIGITS) {
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
    return big == null && exponent <= 0
        ? dividedAwayFromZero(mantissa, -exponent)
        : QuantityRules.saturated(number(), 0);
  }

  /** As {@link #milliValue(QuantityRules)}, for the default release. */
  public long milliValue() {
    return milliValue(QuantityRules.DEFAULT);
  }

  /** The number in milli-units, rounded away from zero; the rules apply where 64 bits overflow. */
  public long milliValue(QuantityRules rules) {
    if (big != null || (isLarge && mantissa < 0)) {
      return rules.milli(number(), true);
    }
    long power = exponent + 3L;
    if (power <= 0) {
      return dividedAwayFromZero(mantissa, -power);
    }
    return power <= QuantityParser.LONG_DIGITS && fits(mantissa, POWERS_OF_TEN[(int) power])
        ? mantissa * POWERS_OF_TEN[(int) power]
        : rules.milli(number(), isLarge);
  }

  /**
   * Whether milli-units of 64 bits hold the number. The smallest and the largest of them stand for
   * a number that they do not hold, or for none: adapters convert NaN to −2⁶³.
   */
  public boolean fitsMilli() {
    long milli = milliValue(QuantityRules.SATURATING);
    return milli != Long.MIN_VALUE && milli != Long.MAX_VALUE;
  }

  /** As {@link #approximateDouble(QuantityRules)}, for the default release. */
  public double approximateDouble() {
    return approximateDouble(QuantityRules.DEFAULT);
  }

  /**
   * The mantissa as a double times the power of ten as a double. Tolerances use this value, which
   * is not always the double nearest to the exact number.
   */
  public double approximateDouble(QuantityRules rules) {
    BigDecimal held = big != null || isLarge ? number(rules) : null;
    double base = held == null ? (double) mantissa : held.unscaledValue().doubleValue();
    int power = held == null ? exponent : -held.scale();
    if (base == 0 || power == 0) {
      return base;
    }
    return power < 0 ? base * (1 / approximatePower(-power)) : base * approximatePower(power);
  }

  /** As {@link #plus(Quantity, QuantityRules)}, for the default release. */
  public Quantity plus(Quantity other) {
    return plus(other, QuantityRules.DEFAULT);
  }

  /** Returns the sum in the notation of this quantity, or in that of the other if this one is 0. */
  public Quantity plus(Quantity other, QuantityRules rules) {
    return plus(other.number(rules), other, rules);
  }

  /** Returns the difference, like {@link #plus(Quantity)}. */
  public Quantity minus(Quantity other) {
    return minus(other, QuantityRules.DEFAULT);
  }

  Quantity minus(Quantity other, QuantityRules rules) {
    return plus(other.number(rules).negate(), other, rules);
  }

  private Quantity plus(BigDecimal addend, Quantity other, QuantityRules rules) {
    if (signum() == 0 || addend.signum() == 0) {
      return signum() == 0 ? of(addend, other.format) : of(number(rules), format);
    }
    return of(rules.sum(number(rules), addend), format);
  }

  /** The power of ten that the number is less than. */
  static long magnitude(BigDecimal number) {
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
  public String toString(QuantityRules rules) {
    return text != null ? text : canonical(rules);
  }

  /** As {@link #toString(QuantityRules)}, for the default release. */
  @Override
  public String toString() {
    return toString(QuantityRules.DEFAULT);
  }

  /** Returns the canonical form. */
  String canonical(QuantityRules rules) {
    return big != null
        ? QuantityPrinter.print(number(rules), format, rules)
        : QuantityPrinter.print(mantissa, exponent, format, rules);
  }

  /** The number as it was written, rounded to the smallest step. */
  BigDecimal number() {
    return big != null ? big : BigDecimal.valueOf(mantissa, -exponent);
  }

  BigDecimal number(QuantityRules rules) {
    return isLarge ? rules.parsed(number()) : number();
  }

  private static long dividedAwayFromZero(long number, long powerOfTen) {
    if (powerOfTen > QuantityParser.LONG_DIGITS) {
      return Long.signum(number);
    }
    long divisor = POWERS_OF_TEN[(int) powerOfTen];
    long quotient = number / divisor;
    return number % divisor == 0 ? quotient : quotient + Long.signum(number);
  }

  private static boolean fits(long number, long factor) {
    return Math.multiplyHigh(number, factor) == (number * factor) >> 63;
  }

  private static double approximatePower(int power) {
    return power > MAX_MAGNITUDE ? Double.POSITIVE_INFINITY : Double.parseDouble("1e" + power);
  }

  private static long[] powersOfTen() {
    long[] powers = new long[QuantityParser.LONG_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Rounds to a multiple of a power of ten, away from zero. */
  static BigDecimal roundedUp(BigDecimal number, long exponent) {
    if (-(long) number.scale() >= exponent || number.signum() == 0) {
      return number;
    }
    // A quotient by a power with an extreme exponent would only cost memory.
    return magnitude(number) <= exponent
        ? BigDecimal.valueOf(number.signum(), (int) -exponent)
        : number.setScale((int) -exponent, RoundingMode.UP);
  }
}
