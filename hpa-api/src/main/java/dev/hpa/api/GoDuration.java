package dev.hpa.api;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 15s}, {@code 1h5m}, {@code 1.5s}, {@code -300ms}. */
public final class GoDuration {

  private static final Pattern WHOLE =
      Pattern.compile("[+-]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)");
  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");

  private GoDuration() {}

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException when the text is none
   */
  public static Duration parse(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException("time: invalid duration " + GoQuote.quote(text));
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(unitNanos(parts.group(2))));
    }
    BigDecimal signed = text.startsWith("-") ? nanos.negate() : nanos;
    try {
      return Duration.ofNanos(signed.setScale(0, RoundingMode.DOWN).longValueExact());
    } catch (ArithmeticException tooLarge) {
      throw new IllegalArgumentException("time: invalid duration " + GoQuote.quote(text), tooLarge);
    }
  }

  private static BigDecimal unitNanos(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs", "μs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        });
  }

  /** The text Go prints: {@code 5m0s}, {@code 1.5s}, {@code 300ms}, {@code 0s}. */
  public static String format(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    if (nanos == Long.MIN_VALUE) {
      // The only one whose size is no long.
      return "-2562047h47m16.854775808s";
    }
    String sign = nanos < 0 ? "-" : "";
    long size = Math.abs(nanos);
    if (size < 1_000_000_000L) {
      return sign + small(size);
    }
    long hours = size / 3_600_000_000_000L;
    long minutes = size / 60_000_000_000L % 60;
    String seconds = decimal(size % 60_000_000_000L, 9) + "s";
    if (hours > 0) {
      return sign + hours + "h" + minutes + "m" + seconds;
    }
    return sign + (minutes > 0 ? minutes + "m" : "") + seconds;
  }

  private static String small(long nanos) {
    if (nanos < 1_000) {
      return nanos + "ns";
    }
    return nanos < 1_000_000 ? decimal(nanos, 3) + "µs" : decimal(nanos, 6) + "ms";
  }

  private static String decimal(long value, int digits) {
    return BigDecimal.valueOf(value, digits).stripTrailingZeros().toPlainString();
  }
}
