package dev.hpa.cli.keda;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cron expression with 5 fields, as KEDA reads it.
 *
 * @param minutes the minutes of the week at which it occurs, from Monday 00:00
 */
record CronExpression(SortedSet<Integer> minutes) {

  static final int DAY = 24 * 60;

  private static final Pattern PART =
      Pattern.compile(
          "(?<all>[*?])(?:/(?<step>\\d{1,4}))?|(?<from>\\w+)(?:-(?<to>\\w+))?(?:/(?<by>\\d{1,4}))?");

  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private static final List<String> MONTHS =
      List.of("jan feb mar apr may jun jul aug sep oct nov dec".split(" ", -1));

  /**
   * Parses an expression that repeats weekly.
   *
   * @throws IllegalArgumentException if it is malformed, or restricts days of the month or months
   */
  static CronExpression parse(String text) {
    String[] fields = text.strip().split("\\s+", -1);
    if (fields.length != 5) {
      throw new IllegalArgumentException(
          "has not the 5 fields minute, hour, day, month, weekday; correct it");
    }
    Set<Integer> minutes = values(fields[0], 0, 59, List.of());
    Set<Integer> hours = values(fields[1], 0, 23, List.of());
    boolean isWeekly =
        values(fields[2], 1, 31, List.of()).size() == 31
            && values(fields[3], 1, 12, MONTHS).size() == 12;
    if (!isWeekly) {
      throw new IllegalArgumentException(
          "is restricted to days of the month or months, which schedules do not have; use *");
    }
    SortedSet<Integer> times = new TreeSet<>();
    for (int sunday0 : values(fields[4], 0, 6, DAYS)) {
      int day = (sunday0 + 6) % 7;
      hours.forEach(hour -> minutes.forEach(minute -> times.add(day * DAY + hour * 60 + minute)));
    }
    return new CronExpression(times);
  }

  private static Set<Integer> values(String field, int least, int most, List<String> names) {
    Set<Integer> values = new HashSet<>();
    for (String part : field.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw malformed(part);
      }
      boolean isAll = matcher.group("all") != null;
      String by = isAll ? matcher.group("step") : matcher.group("by");
      int from = isAll ? least : value(matcher.group("from"), least, names);
      int to = most;
      if (!isAll && matcher.group("to") != null) {
        to = value(matcher.group("to"), least, names);
      } else if (!isAll && by == null) {
        to = from;
      }
      int step = by == null ? 1 : Integer.parseInt(by);
      if (from < least || to > most || from > to || step == 0) {
        throw malformed(part);
      }
      for (int value = from; value <= to; value += step) {
        values.add(value);
      }
    }
    return values;
  }

  private static int value(String text, int least, List<String> names) {
    int name = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (name >= 0) {
      return least + name;
    }
    if (!text.matches("\\d{1,4}")) {
      throw malformed(text);
    }
    return Integer.parseInt(text);
  }

  private static IllegalArgumentException malformed(String part) {
    return new IllegalArgumentException(
        "has the part \"%s\", which is not one of a cron expression; correct it".formatted(part));
  }
}
