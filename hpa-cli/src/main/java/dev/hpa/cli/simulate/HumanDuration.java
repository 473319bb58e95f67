package dev.hpa.cli.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats durations with the two largest units, rounded, such as {@code 18 h 8 min}, {@code 1 min
 * 48 s} or {@code 6 d 23 h}; below a second in milliseconds.
 */
final class HumanDuration {

  private static final long MILLI = 1;
  private static final long SECOND = 1000 * MILLI;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long[] UNITS = {DAY, HOUR, MINUTE, SECOND};
  private static final String[] NAMES = {"d", "h", "min", "s"};

  private HumanDuration() {}

  /**
   * The text of a duration.
   *
   * @param duration not negative
   */
  static String text(Duration duration) {
    long millis = duration.plusNanos(500_000).toMillis();
    if (millis < SECOND) {
      return millis == 0 ? "0 s" : millis + " ms";
    }
    int first = 0;
    while (UNITS[first] > millis) {
      first++;
    }
    int second = Math.min(first + 1, UNITS.length - 1);
    long smallest = UNITS[second];
    long rounded = (millis + smallest / 2) / smallest * smallest;
    if (first > 0 && rounded >= UNITS[first - 1]) {
      first--;
    }
    List<String> parts = new ArrayList<>();
    long rest = rounded;
    for (int i = first; i <= second; i++) {
      long count = rest / UNITS[i];
      rest -= count * UNITS[i];
      if (count > 0) {
        parts.add(count + " " + NAMES[i]);
      }
    }
    return String.join(" ", parts);
  }
}
