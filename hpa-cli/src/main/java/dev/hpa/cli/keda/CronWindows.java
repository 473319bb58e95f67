package dev.hpa.cli.keda;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The times between two cron expressions as days and times of schedules, such as {@code Mon-Fri
 * 08:00-20:00}.
 *
 * @param texts without a time zone
 * @param hasRepeatedEnds whether an end follows another one without a start in between: KEDA counts
 *     the time between them as inside
 */
record CronWindows(List<String> texts, boolean hasRepeatedEnds) {

  private static final int DAY = CronExpression.DAY;
  private static final int WEEK = 7 * DAY;
  private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  /** Minutes of two weeks, so that a time that continues after Sunday stays in one piece. */
  private record Interval(int from, int to) {}

  /** It is inside where the next event is an end, as KEDA decides. */
  static CronWindows between(CronExpression start, CronExpression end) {
    SortedSet<Integer> times = new TreeSet<>(start.minutes());
    times.addAll(end.minutes());
    List<Integer> events = List.copyOf(times);
    List<Interval> inside = new ArrayList<>();
    boolean hasRepeatedEnds = false;
    for (int i = 0; i < events.size(); i++) {
      int from = events.get(i);
      int to = i + 1 < events.size() ? events.get(i + 1) : events.getFirst() + WEEK;
      if (end.minutes().contains(to % WEEK)) {
        inside.add(new Interval(from, to));
        hasRepeatedEnds |= !start.minutes().contains(from);
      }
    }
    return new CronWindows(texts(merged(inside)), hasRepeatedEnds);
  }

  private static List<Interval> merged(List<Interval> sorted) {
    List<Interval> merged = new ArrayList<>();
    for (Interval each : sorted) {
      if (!merged.isEmpty() && merged.getLast().to() == each.from()) {
        merged.set(merged.size() - 1, new Interval(merged.getLast().from(), each.to()));
      } else {
        merged.add(each);
      }
    }
    if (merged.size() > 1 && merged.getLast().to() == merged.getFirst().from() + WEEK) {
      Interval first = merged.removeFirst();
      merged.set(merged.size() - 1, new Interval(merged.getLast().from(), first.to() + WEEK));
    }
    return merged;
  }

  /** A schedule lasts for less than a day, or for a whole one from midnight on. */
  private static List<String> texts(List<Interval> intervals) {
    Map<String, TreeSet<Integer>> days = new LinkedHashMap<>();
    for (Interval each : intervals) {
      int from = each.from();
      while (from < each.to()) {
        int midnight = (from / DAY + 1) * DAY;
        int to = each.to() - from < DAY ? each.to() : midnight;
        days.computeIfAbsent(range(from, to), any -> new TreeSet<>()).add(from / DAY % 7);
        from = to;
      }
    }
    return days.entrySet().stream().map(each -> days(each.getValue()) + each.getKey()).toList();
  }

  private static String range(int from, int to) {
    return clock(from % DAY) + "-" + clock(to % DAY == 0 ? DAY : to % DAY);
  }

  private static String clock(int minute) {
    return "%02d:%02d".formatted(minute / 60, minute % 60);
  }

  /** Three days in a row or more as a range. */
  private static String days(TreeSet<Integer> days) {
    if (days.size() == 7) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (int first : days) {
      if (days.contains(first - 1)) {
        continue;
      }
      int last =
          IntStream.iterate(first, day -> day + 1)
              .filter(day -> !days.contains(day + 1))
              .findFirst()
              .orElseThrow();
      if (last - first > 1) {
        parts.add(DAYS.get(first) + "-" + DAYS.get(last));
      } else {
        IntStream.rangeClosed(first, last).mapToObj(DAYS::get).forEach(parts::add);
      }
    }
    return String.join(",", parts) + " ";
  }
}
