package dev.hpa.core.schedules;

import dev.hpa.api.GoQuote;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses schedules. Used once. */
final class ScheduleParser {

  private static final String USE_RANGE = "use a range such as 08:00-20:00, up to 24:00";
  private static final String USE_BOUNDS = "use min=N, max=N or both";
  private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final Pattern RANGE = Pattern.compile("(\\d\\d:\\d\\d)-(\\d\\d:\\d\\d)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final String MIDNIGHT_AT_END = "24:00";

  /** Each call of the JDK copies all of them. */
  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  private final Deque<String> words = new ArrayDeque<>();
  private @Nullable Integer min;
  private @Nullable Integer max;

  ScheduleParser(String text) {
    for (String word : text.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
  }

  Schedule parse(String name) throws InvalidScheduleException {
    Set<DayOfWeek> days =
        hasNext() && !words.getFirst().contains(":")
            ? days(words.removeFirst())
            : EnumSet.allOf(DayOfWeek.class);
    if (!hasNext()) {
      throw new InvalidScheduleException("the time is missing; " + USE_RANGE);
    }
    String range = words.removeFirst();
    Matcher times = RANGE.matcher(range);
    if (!times.matches()) {
      throw new InvalidScheduleException("the time " + GoQuote.quote(range) + "; " + USE_RANGE);
    }
    LocalTime from = time(times.group(1));
    String end = times.group(2);
    LocalTime to = end.equals(MIDNIGHT_AT_END) ? LocalTime.MIDNIGHT : time(end);
    if (times.group(1).equals(end)) {
      throw new InvalidScheduleException(
          "the time " + GoQuote.quote(range) + " is empty; use 00:00-24:00 for the whole day");
    }
    ZoneId zone =
        hasNext() && !words.getFirst().contains("=") ? zone(words.removeFirst()) : ZoneOffset.UTC;
    while (hasNext()) {
      bound(words.removeFirst());
    }
    checkBounds();
    return new Schedule(name, days, from, to, zone, min, max);
  }

  private boolean hasNext() {
    return !words.isEmpty();
  }

  private static Set<DayOfWeek> days(String text) throws InvalidScheduleException {
    if (text.equals("*")) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String part : text.split(",", -1)) {
      List<DayOfWeek> ends = new ArrayList<>();
      for (String day : part.split("-", -1)) {
        int index = DAYS.indexOf(day);
        if (index < 0 || ends.size() == 2) {
          throw new InvalidScheduleException(
              "the weekdays "
                  + GoQuote.quote(text)
                  + "; use names such as Mon-Fri, Sat,Sun, or * for all");
        }
        ends.add(DayOfWeek.of(index + 1));
      }
      DayOfWeek day = ends.getFirst();
      days.add(day);
      while (day != ends.getLast()) {
        day = day.plus(1);
        days.add(day);
      }
    }
    return days;
  }

  private static LocalTime time(String text) throws InvalidScheduleException {
    int hour = Integer.parseInt(text.substring(0, 2));
    int minute = Integer.parseInt(text.substring(3));
    if (hour > 23 || minute > 59) {
      throw new InvalidScheduleException("the time " + GoQuote.quote(text) + "; " + USE_RANGE);
    }
    return LocalTime.of(hour, minute);
  }

  private static ZoneId zone(String text) throws InvalidScheduleException {
    if (!ZONES.contains(text)) {
      throw new InvalidScheduleException(
          "the time zone " + GoQuote.quote(text) + " is unknown; use one such as Europe/Vienna");
    }
    return ZoneId.of(text);
  }

  private void bound(String text) throws InvalidScheduleException {
    int equals = text.indexOf('=');
    String key = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? "" : text.substring(equals + 1);
    boolean isMin = key.equals("min");
    boolean known = isMin ? min == null : key.equals("max") && max == null;
    if (!known || !NUMBER.matcher(value).matches()) {
      throw new InvalidScheduleException("the bound " + GoQuote.quote(text) + "; " + USE_BOUNDS);
    }
    if (isMin) {
      min = Integer.valueOf(value);
    } else {
      max = Integer.valueOf(value);
    }
  }

  private void checkBounds() throws InvalidScheduleException {
    if (min == null && max == null) {
      throw new InvalidScheduleException("the bounds are missing; " + USE_BOUNDS);
    }
    if (max != null && max < 1) {
      throw new InvalidScheduleException("max is 0; use at least 1");
    }
    if (min != null && max != null && min > max) {
      throw new InvalidScheduleException(
          "min " + min + " is greater than max " + max + "; exchange or correct them");
    }
  }
}
