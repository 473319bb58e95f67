package dev.hpa.api;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Formats a number in canonical form: no fraction, no plus sign, and the largest suffix without
 * loss of precision.
 */
final class QuantityPrinter {

  private static final BigDecimal SMALLEST_BINARY = BigDecimal.valueOf(1024);

  /** The largest exponent to base 10 for which a number with a binary suffix is expanded. */
  private static final int LARGEST_BINARY = 1024;

  private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private QuantityPrinter() {}

  static String print(BigDecimal number, Quantity.Format format) {
    if (number.signum() == 0) {
      return "0";
    }
    return switch (format) {
      case DECIMAL_EXPONENT -> decimal(number, true);
      case DECIMAL_SI -> decimal(number, false);
      case BINARY_SI ->
          isBelowBinary(number) || !isInteger(number)
              ? decimal(number, false)
              : binary(number.toBigIntegerExact());
    };
  }

  /** Sums can exceed all parsed binary quantities; decimal digits are then cheaper. */
  private static boolean isBelowBinary(BigDecimal number) {
    return number.abs().compareTo(SMALLEST_BINARY) < 0 || -number.scale() > LARGEST_BINARY;
  }

  private static boolean isInteger(BigDecimal number) {
    return number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static String binary(BigInteger number) {
    int times = Math.min(number.getLowestSetBit() / 10, BINARY_SUFFIXES.length - 1);
    return number.shiftRight(10 * times) + BINARY_SUFFIXES[times];
  }

  private static String decimal(BigDecimal number, boolean exponential) {
    BigDecimal shortest = number.stripTrailingZeros();
    int exponent = -shortest.scale();
    int padding = Math.floorMod(exponent, 3);
    exponent -= padding;
    String digits = shortest.unscaledValue() + "0".repeat(padding);
    return digits + (exponential ? exponentSuffix(exponent) : letter(exponent));
  }

  private static String exponentSuffix(int exponent) {
    return exponent == 0 ? "" : "e" + exponent;
  }

  /**
   * Omits the suffix for exponents without a letter, as upstream does, although the result then
   * parses as another number.
   */
  private static String letter(int exponent) {
    return switch (exponent) {
      case -9 -> "n";
      case -6 -> "u";
      case -3 -> "m";
      case 3 -> "k";
      case 6 -> "M";
      case 9 -> "G";
      case 12 -> "T";
      case 15 -> "P";
      case 18 -> "E";
      default -> "";
    };
  }
}
