package dev.hpa.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code [+|-] digits [. digits] suffix} as leniently as Kubernetes does: a missing integer
 * part counts as 0, so that {@code .}, {@code -} and {@code m} are 0.
 */
final class QuantityParser {

  /** The number of decimal digits that always fit in a {@code long}. */
  static final int LONG_DIGITS = 18;

  /**
   * Maximum length in characters. The API machinery has no limit and takes seconds for a million
   * digits.
   */
  static final int MAX_LENGTH = 512;

  /**
   * Larger exponents saturate: with all digits of a text added, they can still be negated in 32
   * bits.
   */
  private static final int MAX_EXPONENT = Integer.MAX_VALUE - 2 * MAX_LENGTH;

  private static final String SUFFIX_LETTERS = "eEinumkKMGTP";

  private final String text;
  private int position;

  private QuantityParser(String text) {
    this.text = text;
  }

  /**
   * A suffix.
   *
   * @param power exponent of the multiplier; to base 2 for binary suffixes, to base 10 for the
   *     others
   */
  private record Suffix(Quantity.Format format, int power) {}

  static Quantity parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw QuantityFormatException.length(text);
    }
    return new QuantityParser(text).parse();
  }

  private Quantity parse() {
    if (text.isEmpty()) {
      throw QuantityFormatException.format();
    }
    boolean negative = text.charAt(0) == '-';
    if (negative || text.charAt(0) == '+') {
      position = 1;
    }
    int numberStart = position;
    skip("0");
    if (atEnd()) {
      return Quantity.ZERO;
    }
    String integer = digits();
    String fraction = "";
    if (!atEnd() && text.charAt(position) == '.') {
      position++;
      fraction = digits();
    }
    boolean anyDigit = position - numberStart > (text.indexOf('.') >= 0 ? 1 : 0);
    Suffix suffix = suffix();
    String digits = (integer.isEmpty() ? "0" : integer) + fraction;

    Quantity exact = small(negative, digits, fraction.length(), suffix);
    if (exact != null) {
      return exact;
    }
    if (!anyDigit) {
      throw QuantityFormatException.number();
    }
    return large(negative, digits, fraction.length(), suffix);
  }

  /**
   * Strips the surrounding whitespace that a JSON value may have, by Unicode's definition as in Go.
   */
  static String stripped(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isBlank(text.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return (c >= '\t' && c <= '\r') || c == 0x85 || Character.isSpaceChar(c);
  }

  private boolean atEnd() {
    return position == text.length();
  }

  private void skip(String letters) {
    while (!atEnd() && letters.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private String digits() {
    int start = position;
    while (!atEnd() && Quantity.isDigit(text.charAt(position))) {
      position++;
    }
    return text.substring(start, position);
  }

  private Suffix suffix() {
    int start = position;
    skip(SUFFIX_LETTERS);
    if (!atEnd() && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
      position++;
    }
    digits();
    if (!atEnd()) {
      throw QuantityFormatException.format();
    }
    return suffix(text.substring(start));
  }

  private static Suffix suffix(String suffix) {
    return switch (suffix) {
      case "n" -> new Suffix(Quantity.Format.DECIMAL_SI, -9);
      case "u" -> new Suffix(Quantity.Format.DECIMAL_SI, -6);
      case "m" -> new Suffix(Quantity.Format.DECIMAL_SI, -3);
      case "" -> new Suffix(Quantity.Format.DECIMAL_SI, 0);
      case "k" -> new Suffix(Quantity.Format.DECIMAL_SI, 3);
      case "M" -> new Suffix(Quantity.Format.DECIMAL_SI, 6);
      case "G" -> new Suffix(Quantity.Format.DECIMAL_SI, 9);
      case "T" -> new Suffix(Quantity.Format.DECIMAL_SI, 12);
      case "P" -> new Suffix(Quantity.Format.DECIMAL_SI, 15);
      case "E" -> new Suffix(Quantity.Format.DECIMAL_SI, 18);
      case "Ki" -> new Suffix(Quantity.Format.BINARY_SI, 10);
      case "Mi" -> new Suffix(Quantity.Format.BINARY_SI, 20);
      case "Gi" -> new Suffix(Quantity.Format.BINARY_SI, 30);
      case "Ti" -> new Suffix(Quantity.Format.BINARY_SI, 40);
      case "Pi" -> new Suffix(Quantity.Format.BINARY_SI, 50);
      case "Ei" -> new Suffix(Quantity.Format.BINARY_SI, 60);
      default -> exponent(suffix);
    };
  }

  private static Suffix exponent(String suffix) {
    if (suffix.charAt(0) != 'e' && suffix.charAt(0) != 'E') {
      throw QuantityFormatException.suffix();
    }
    try {
      // Upstream keeps the low 32 bits of a 64-bit exponent.
      int power = (int) Long.parseLong(suffix.substring(1));
      return new Suffix(
          Quantity.Format.DECIMAL_EXPONENT, Math.clamp(power, -MAX_EXPONENT, MAX_EXPONENT));
    } catch (NumberFormatException e) {
      throw QuantityFormatException.suffix();
    }
  }

  /**
   * Returns the quantity if its digits fit in a {@code long}, otherwise null. Only such a quantity
   * can keep its original string form.
   */
  private @Nullable Quantity small(boolean negative, String digits, int fraction, Suffix suffix) {
    if (suffix.format() == Quantity.Format.BINARY_SI) {
      if (fraction > 0 || digits.length() > binaryDigits(suffix.power())) {
        return null;
      }
      long number = Long.parseLong(digits);
      return Quantity.of(
          signed(negative, number << suffix.power()),
          0,
          suffix.format(),
          number % 8 == 0 ? null : text);
    }
    long exponent = (long) suffix.power() - fraction;
    if (digits.length() > LONG_DIGITS || exponent < Quantity.SMALLEST_EXPONENT) {
      return null;
    }
    boolean looksCanonical =
        exponent % 3 == 0 && !digits.endsWith("000") && !digits.startsWith("0");
    return Quantity.of(
        signed(negative, Long.parseLong(digits)),
        (int) exponent,
        suffix.format(),
        looksCanonical ? text : null);
  }

  private static long signed(boolean negative, long number) {
    return negative ? -number : number;
  }

  /** The number of digits up to which upstream uses 64-bit integers for a binary suffix. */
  static int binaryDigits(int power) {
    return switch (power) {
      case 10 -> 11;
      case 20 -> 8;
      case 30 -> 5;
      case 40 -> 2;
      default -> 0;
    };
  }

  private static Quantity large(boolean negative, String digits, int fraction, Suffix suffix) {
    BigInteger unscaled = new BigInteger(digits);
    if (negative) {
      unscaled = unscaled.negate();
    }
    if (suffix.format() != Quantity.Format.BINARY_SI) {
      BigDecimal number = new BigDecimal(unscaled, fraction - suffix.power());
      return Quantity.ofLarge(inSmallestSteps(number), suffix.format());
    }
    BigDecimal number =
        inSmallestSteps(new BigDecimal(unscaled.shiftLeft(suffix.power()), fraction));
    // Not a constant of this class: small numbers would load BigDecimal, which takes 20 ms.
    BigDecimal maximum = BigDecimal.valueOf(Long.MAX_VALUE);
    BigDecimal capped = number.min(maximum).max(maximum.negate());
    boolean belowOne = capped.signum() != 0 && capped.abs().compareTo(BigDecimal.ONE) < 0;
    return capped.compareTo(number) == 0
        ? Quantity.ofLarge(number, belowOne ? Quantity.Format.DECIMAL_SI : suffix.format())
        : Quantity.ofDecimal(capped, suffix.format());
  }

  private static BigDecimal inSmallestSteps(BigDecimal number) {
    return Quantity.roundedUp(number, Quantity.SMALLEST_EXPONENT);
  }
}
