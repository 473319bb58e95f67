package dev.hpa.sandbox.workload;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 1h5m0s}, {@code 15.03s}, {@code 250ms}. */
final class GoDuration {

  private static final Pattern PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private GoDuration() {}

  /**
   * Reads a duration that is not negative.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher part = PART.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      nanos = nanos.add(new BigDecimal("0" + part.group(1)).multiply(unit(part.group(2))));
      end = part.end();
    }
    if (end == 0
        || end != text.length()
        || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is no duration such as 90s or 1h5m");
    }
    return Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
  }

  private static BigDecimal unit(String name) {
    return BigDecimal.valueOf(NANOS.getOrDefault(name, 1L));
  }

  /** Writes a duration that is not negative. */
  static String format(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos < 1_000_000_000L) {
      return small(nanos);
    }
    long seconds = nanos / 1_000_000_000L;
    String text = decimal(seconds % 60 * 1_000_000_000L + nanos % 1_000_000_000L, 9) + "s";
    if (seconds >= 60) {
      text = seconds / 60 % 60 + "m" + text;
    }
    return seconds >= 3600 ? seconds / 3600 + "h" + text : text;
  }

  private static String small(long nanos) {
    if (nanos == 0) {
      return "0s";
    }
    if (nanos < 1_000) {
      return nanos + "ns";
    }
    return nanos < 1_000_000 ? decimal(nanos, 3) + "µs" : decimal(nanos, 6) + "ms";
  }

  private static String decimal(long number, int places) {
    BigDecimal value = BigDecimal.valueOf(number, places);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
