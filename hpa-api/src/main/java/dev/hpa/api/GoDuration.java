package dev.hpa.api;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * Parses and formats durations in Go notation: {@code 15s}, {@code 1h5m}, {@code 1.5s}, {@code
 * -300ms}.
 */
public final class GoDuration {

  /** The largest magnitude in nanoseconds, which only a negative duration has; unsigned. */
  private static final long LIMIT = Long.MIN_VALUE;

  private GoDuration() {}

  /**
   * Parses a duration in time linear in the length of the text. Fractions of a nanosecond are
   * truncated.
   *
   * @throws IllegalArgumentException with Go's message if the text is not a duration or exceeds 2⁶³
   *     ns
   */
  public static Duration parse(String text) {
    int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.length() - start == 1 && text.charAt(start) == '0') {
      return Duration.ZERO;
    }
    Parts parts = new Parts(text, start);
    long nanos = parts.sum();
    if (text.startsWith("-")) {
      return Duration.ofNanos(-nanos);
    }
    if (nanos == LIMIT) {
      throw invalid(text);
    }
    return Duration.ofNanos(nanos);
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException("time: invalid duration " + GoQuote.quote(text));
  }

  /** Parses numbers with their units. Sums are unsigned, up to {@link #LIMIT}. */
  private static final class Parts {
    private final String text;
    private int position;

    Parts(String text, int start) {
      this.text = text;
      this.position = start;
    }

    long sum() {
      if (atEnd()) {
        throw invalid(text);
      }
      long sum = 0;
      while (!atEnd()) {
        sum = within(sum + part());
      }
      return sum;
    }

    private boolean atEnd() {
      return position == text.length();
    }

    private boolean atDigit() {
      return !atEnd() && Quantity.isDigit(text.charAt(position));
    }

    private long part() {
      int start = position;
      long whole = 0;
      while (atDigit()) {
        int digit = text.charAt(position++) - '0';
        if (Long.compareUnsigned(whole, Long.divideUnsigned(LIMIT, 10)) > 0) {
          throw invalid(text);
        }
        whole = within(10 * whole + digit);
      }
      int digits = position - start;
      long fraction = 0;
      double scale = 1;
      if (!atEnd() && text.charAt(position) == '.') {
        int point = position++;
        boolean isExact = true;
        while (atDigit()) {
          int digit = text.charAt(position++) - '0';
          isExact = isExact && fraction <= (Long.MAX_VALUE - digit) / 10;
          if (isExact) {
            fraction = 10 * fraction + digit;
            scale *= 10;
          }
        }
        digits += position - point - 1;
      }
      if (digits == 0) {
        throw invalid(text);
      }
      long unit = unit();
      return inNanos(whole, unit, (long) (fraction * (unit / scale)));
    }

    private long inNanos(long whole, long unit, long fraction) {
      if (Long.compareUnsigned(whole, Long.divideUnsigned(LIMIT, unit)) > 0) {
        throw invalid(text);
      }
      return within(whole * unit + fraction);
    }

    private long within(long sum) {
      if (Long.compareUnsigned(sum, LIMIT) > 0) {
        throw invalid(text);
      }
      return sum;
    }

    private long unit() {
      int start = position;
      while (!atEnd() && !atDigit() && text.charAt(position) != '.') {
        position++;
      }
      return switch (text.substring(start, position)) {
        case "ns" -> 1L;
        case "us", "µs", "μs" -> 1_000L;
        case "ms" -> 1_000_000L;
        case "s" -> 1_000_000_000L;
        case "m" -> 60_000_000_000L;
        case "h" -> 3_600_000_000_000L;
        default -> throw invalid(text);
      };
    }
  }

  /**
   * Formats a duration as Go does: {@code 5m0s}, {@code 1.5s}, {@code 300ms}, {@code 0s}. One of
   * more than 2⁶³ ns is formatted as the longest.
   */
  public static String format(Duration duration) {
    long nanos = nanos(duration);
    if (nanos == 0) {
      return "0s";
    }
    if (nanos == Long.MIN_VALUE) {
      // The only value whose magnitude does not fit in a long.
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

  private static long nanos(Duration duration) {
    if (duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
      return Long.MAX_VALUE;
    }
    return duration.compareTo(Duration.ofNanos(Long.MIN_VALUE)) < 0
        ? Long.MIN_VALUE
        : duration.toNanos();
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
