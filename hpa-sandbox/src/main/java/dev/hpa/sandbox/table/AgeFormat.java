package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;

/** Formats ages like kubectl: the older the coarser, at most two units. */
final class AgeFormat {

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  /** The longest duration in seconds, because Go counts in nanoseconds. */
  private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000_000;

  private AgeFormat() {}

  /** The age of an object. */
  static String of(JsonNode object, Instant now) {
    String created = object.path("metadata").path("creationTimestamp").asText("");
    return created.isEmpty()
        ? FieldReader.UNKNOWN
        : text(towardsZero(Duration.between(Timestamps.parse(created), now)));
  }

  private static long towardsZero(Duration passed) {
    long seconds = passed.isNegative() ? -passed.negated().toSeconds() : passed.toSeconds();
    return Math.min(seconds, MAX_SECONDS);
  }

  private static String text(long seconds) {
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 2 * MINUTE) {
      return Math.max(seconds, 0) + "s";
    }
    if (seconds < 10 * MINUTE) {
      return pair(seconds, MINUTE, "m", 1, "s");
    }
    if (seconds < 3 * HOUR) {
      return seconds / MINUTE + "m";
    }
    if (seconds < 8 * HOUR) {
      return pair(seconds, HOUR, "h", MINUTE, "m");
    }
    if (seconds < 2 * DAY) {
      return seconds / HOUR + "h";
    }
    return days(seconds);
  }

  private static String days(long seconds) {
    if (seconds < 8 * DAY) {
      return pair(seconds, DAY, "d", HOUR, "h");
    }
    if (seconds < 2 * YEAR) {
      return seconds / DAY + "d";
    }
    if (seconds < 8 * YEAR) {
      return pair(seconds, YEAR, "y", DAY, "d");
    }
    return seconds / YEAR + "y";
  }

  private static String pair(
      long seconds, long large, String largeUnit, long small, String smallUnit) {
    long rest = seconds % large / small;
    String text = seconds / large + largeUnit;
    return rest == 0 ? text : text + rest + smallUnit;
  }
}
