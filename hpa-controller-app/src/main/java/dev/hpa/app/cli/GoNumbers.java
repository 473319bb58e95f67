package dev.hpa.app.cli;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts numbers and booleans in Go's syntax: integers may have the prefix {@code 0x}, {@code 0b}
 * or {@code 0}, and {@code _} between digits.
 */
final class GoNumbers {

  private static final Pattern WHOLE =
      Pattern.compile(
          "[+-]?(0|[1-9](_?\\d)*|0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO](_?[0-7])+|0(_?[0-7])+)");
  private static final Pattern FRACTION =
      Pattern.compile(
          "[+-]?(\\d(_?\\d)*(\\.(\\d(_?\\d)*)?)?|\\.\\d(_?\\d)*)([eE][+-]?\\d+)?"
              + "|[+-]?0[xX](_?[0-9a-fA-F])+(\\.[0-9a-fA-F]*)?[pP][+-]?\\d+");

  private GoNumbers() {}

  private static FlagValueException none(String text, String instead) {
    return new FlagValueException("'" + text + "' is " + instead);
  }

  private static long whole(String text, int bits) {
    if (!WHOLE.matcher(text).matches()) {
      throw none(text, "not an integer; use a value such as 5");
    }
    BigInteger value = new BigInteger(digits(text), radix(text));
    if (value.bitLength() >= bits) {
      throw none(text, "out of range");
    }
    return value.longValueExact();
  }

  private static int radix(String text) {
    String unsigned = text.replaceFirst("^[+-]", "").toLowerCase(Locale.ROOT);
    if (unsigned.startsWith("0x")) {
      return 16;
    }
    if (unsigned.startsWith("0b")) {
      return 2;
    }
    return unsigned.length() > 1 && unsigned.startsWith("0") ? 8 : 10;
  }

  private static String digits(String text) {
    String plain = text.replace("_", "");
    return radix(text) == 10 ? plain : plain.replaceFirst("0[xXbBoO]", "");
  }

  private static double fraction(String text, double largest) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> finite(text, largest);
    };
  }

  private static double finite(String text, double largest) {
    if (!FRACTION.matcher(text).matches()) {
      throw none(text, "not a number; use a value such as 0.1");
    }
    double value = Double.parseDouble(text.replace("_", ""));
    if (Math.abs(value) > largest) {
      throw none(text, "out of range");
    }
    return value;
  }

  /** 32-bit integers. */
  static int int32(String text) {
    return Math.toIntExact(whole(text, 32));
  }

  /** 64-bit integers. */
  static long int64(String text) {
    return whole(text, 64);
  }

  /** Non-negative decimal integers, such as verbosities. */
  static int count(String text) {
    try {
      if (text.matches("\\d+")) {
        return Integer.parseInt(text);
      }
    } catch (NumberFormatException tooLarge) {
      throw new FlagValueException("'" + text + "' is out of range");
    }
    throw none(text, "not a non-negative integer; use a value such as 2");
  }

  /** Double-precision numbers, including NaN and the infinities. */
  static double float64(String text) {
    return fraction(text, Double.MAX_VALUE);
  }

  /** Single-precision numbers. */
  static double float32(String text) {
    return fraction(text, Float.MAX_VALUE);
  }

  /** Booleans: {@code true}, {@code T}, {@code 1} and so on. */
  static boolean bool(String text) {
    return switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default -> throw none(text, "not a boolean; use true or false");
    };
  }
}
