package dev.hpa.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as the Kubernetes API reads and writes them. Parsing accepts RFC 3339 with the extensions
 * of Go's parser (one-digit hours, a comma before the fraction, offsets of 24 h); formatting yields
 * whole seconds in UTC with {@code Z}.
 */
public final class Timestamps {

  /** Go's zero time, which the API writes as null. */
  public static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

  /** The pattern of a time; a zero matches any digit. */
  private static final String CANONICAL_PATTERN = "0000-00-00T00:00:00Z";

  /** The years 0 to 9999, which texts have. */
  private static final long MIN_SECOND = -62_167_219_200L;

  private static final long MAX_SECOND = 253_402_300_799L;

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?"
              + "(?:Z|([+-])([0-9]{2}):([0-9]{2}))");

  private Timestamps() {}

  /**
   * Parses a time.
   *
   * @throws IllegalArgumentException if the text is not a time, or not one that exists
   */
  public static Instant parse(String text) {
    try {
      return isCanonical(text) ? parseCanonical(text) : parseLenient(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "cannot parse " + GoQuote.quote(text) + " as a time: " + e.getMessage(), e);
    }
  }

  /**
   * The time a number of seconds after the Unix epoch.
   *
   * @throws IllegalArgumentException if no text can express it: its year has more than four digits
   */
  public static Instant ofSeconds(long seconds) {
    if (seconds < MIN_SECOND || seconds > MAX_SECOND) {
      throw new IllegalArgumentException("cannot read " + seconds + " s as a time");
    }
    return Instant.ofEpochSecond(seconds);
  }

  /**
   * Whether the text has the format that servers write. A check without a regular expression,
   * because every object has timestamps.
   */
  private static boolean isCanonical(String text) {
    if (text.length() != CANONICAL_PATTERN.length()) {
      return false;
    }
    for (int i = 0; i < CANONICAL_PATTERN.length(); i++) {
      char is = text.charAt(i);
      char wanted = CANONICAL_PATTERN.charAt(i);
      if (wanted == '0' ? is < '0' || is > '9' : is != wanted) {
        return false;
      }
    }
    return true;
  }

  private static Instant parseCanonical(String text) {
    return LocalDateTime.of(
            Integer.parseInt(text, 0, 4, 10),
            Integer.parseInt(text, 5, 7, 10),
            Integer.parseInt(text, 8, 10, 10),
            Integer.parseInt(text, 11, 13, 10),
            Integer.parseInt(text, 14, 16, 10),
            Integer.parseInt(text, 17, 19, 10))
        .toInstant(ZoneOffset.UTC);
  }

  private static Instant parseLenient(String text) {
    Matcher part = RFC_3339.matcher(text);
    if (!part.matches()) {
      throw new IllegalArgumentException("cannot parse " + GoQuote.quote(text) + " as a time");
    }
    LocalDateTime local =
        LocalDateTime.of(
            number(part, 1),
            number(part, 2),
            number(part, 3),
            number(part, 4),
            number(part, 5),
            number(part, 6),
            nanos(part.group(7)));
    return local.toInstant(ZoneOffset.UTC).minusSeconds(offsetSeconds(part, text));
  }

  /** Formats a time in whole seconds; truncates the fraction. */
  public static String format(Instant time) {
    LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(20);
    append(text, utc.getYear(), 4);
    append(text.append('-'), utc.getMonthValue(), 2);
    append(text.append('-'), utc.getDayOfMonth(), 2);
    append(text.append('T'), utc.getHour(), 2);
    append(text.append(':'), utc.getMinute(), 2);
    append(text.append(':'), utc.getSecond(), 2);
    return text.append('Z').toString();
  }

  /** Formats without a format string, which takes 10 times as long. */
  private static void append(StringBuilder text, int number, int digits) {
    String size = Integer.toString(Math.abs(number));
    text.append(number < 0 ? "-" : "");
    text.repeat('0', Math.max(0, digits - size.length() - (number < 0 ? 1 : 0))).append(size);
  }

  private static int number(Matcher part, int group) {
    return Integer.parseInt(part.group(group));
  }

  private static int nanos(@Nullable String fraction) {
    String digits = fraction == null ? "" : fraction;
    return Integer.parseInt((digits + "000000000").substring(0, 9));
  }

  private static long offsetSeconds(Matcher part, String text) {
    if (part.group(8) == null) {
      return 0;
    }
    int hours = number(part, 9);
    int minutes = number(part, 10);
    if (hours > 24 || minutes > 60) {
      throw new IllegalArgumentException(
          "cannot parse " + GoQuote.quote(text) + " as a time: offset out of range");
    }
    long seconds = hours * 3600L + minutes * 60L;
    return part.group(8).equals("-") ? -seconds : seconds;
  }
}
