package dev.hpa.api;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Formats a number in canonical form: no fraction, no plus sign, and the largest suffix without
 * loss of precision.
 */
final class QuantityPrinter {

  private static final long KIBI = 1024;

  /** The largest exponent to base 10 for which a number with a binary suffix is expanded. */
  private static final int MAX_BINARY = 1024;

  private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private QuantityPrinter() {}

  /** Formats {@code mantissa × 10^exponent}; usual numbers without a {@link BigDecimal}. */
  static String print(long mantissa, int exponent, Quantity.Format format, QuantityRules rules) {
    if (mantissa == 0) {
      return "0";
    }
    boolean isBinary = format == Quantity.Format.BINARY_SI;
    if (isBinary && (exponent != 0 || mantissa == Long.MIN_VALUE)) {
      return print(BigDecimal.valueOf(mantissa, -exponent), format, rules);
    }
    return isBinary && Math.abs(mantissa) >= KIBI
        ? binary(mantissa)
        : decimal(mantissa, exponent, format == Quantity.Format.DECIMAL_EXPONENT, rules);
  }

  private static String binary(long number) {
    int times = Math.min(Long.numberOfTrailingZeros(number) / 10, BINARY_SUFFIXES.length - 1);
    return (number >> (10 * times)) + BINARY_SUFFIXES[times];
  }

  private static String decimal(
      long mantissa, int exponent, boolean exponential, QuantityRules rules) {
    long shortest = mantissa;
    int power = exponent;
    while (shortest % 10 == 0) {
      shortest /= 10;
      power++;
    }
    return withSuffix(Long.toString(shortest), power, exponential, rules);
  }

  static String print(BigDecimal number, Quantity.Format format, QuantityRules rules) {
    if (number.signum() == 0) {
      return "0";
    }
    return switch (format) {
      case DECIMAL_EXPONENT -> decimal(number, true, rules);
      case DECIMAL_SI -> decimal(number, false, rules);
      case BINARY_SI ->
          isBelowBinary(number) || !isInteger(number)
              ? decimal(number, false, rules)
              : binary(number.toBigIntegerExact());
    };
  }

  /** Sums can exceed all parsed binary quantities; decimal digits are then cheaper. */
  private static boolean isBelowBinary(BigDecimal number) {
    return number.abs().compareTo(BigDecimal.valueOf(KIBI)) < 0 || -number.scale() > MAX_BINARY;
  }

  private static boolean isInteger(BigDecimal number) {
    return number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static String binary(BigInteger number) {
    int times = Math.min(number.getLowestSetBit() / 10, BINARY_SUFFIXES.length - 1);
    return number.shiftRight(10 * times) + BINARY_SUFFIXES[times];
  }

  private static String decimal(BigDecimal number, boolean exponential, QuantityRules rules) {
    BigDecimal shortest = number.stripTrailingZeros();
    return withSuffix(shortest.unscaledValue().toString(), -shortest.scale(), exponential, rules);
  }

  private static String withSuffix(
      String digits, int power, boolean exponential, QuantityRules rules) {
    int padding = Math.floorMod(power, 3);
    int exponent = power - padding;
    return digits
        + "0".repeat(padding)
        + (exponential ? exponentSuffix(exponent) : letter(exponent, rules));
  }

  private static String exponentSuffix(int exponent) {
    return exponent == 0 ? "" : "e" + exponent;
  }

  private static String letter(int exponent, QuantityRules rules) {
    return switch (exponent) {
      case 0 -> "";
      case -9 -> "n";
      case -6 -> "u";
      case -3 -> "m";
      case 3 -> "k";
      case 6 -> "M";
      case 9 -> "G";
      case 12 -> "T";
      case 15 -> "P";
      case 18 -> "E";
      default -> rules.suffix(exponent);
    };
  }
}
