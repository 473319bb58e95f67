package dev.hpa.cli.lint;

import dev.hpa.api.Timestamps;
import dev.hpa.core.schedules.Schedule;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A time change of a zone: clocks are set forward or back. */
record TimeChange(ZoneId zone, ZoneOffsetTransition transition) {

  /** The time changes in the zones of schedules. */
  static List<TimeChange> all(List<Schedule> schedules, Instant from, Instant to) {
    Set<ZoneId> zones = new LinkedHashSet<>();
    schedules.forEach(each -> zones.add(each.zone()));
    List<TimeChange> changes = new ArrayList<>();
    for (ZoneId zone : zones) {
      ZoneOffsetTransition next = zone.getRules().nextTransition(from);
      while (next != null && next.getInstant().isBefore(to)) {
        changes.add(new TimeChange(zone, next));
        next = zone.getRules().nextTransition(next.getInstant());
      }
    }
    return changes;
  }

  Instant at() {
    return transition.getInstant();
  }

  /** What happens to the times of a schedule; null if nothing does. */
  @Nullable String effectOn(Schedule schedule) {
    if (!schedule.zone().equals(zone)) {
      return null;
    }
    LocalDate date = transition.getDateTimeBefore().toLocalDate();
    for (LocalDate begin : List.of(date.minusDays(1), date, date.plusDays(1))) {
      if (!schedule.days().contains(begin.getDayOfWeek())) {
        continue;
      }
      LocalDateTime from = begin.atTime(schedule.from());
      LocalDateTime to = schedule.endDate(begin).atTime(schedule.to());
      if (changes(from) && !schedule.begin(begin).isBefore(schedule.end(begin))) {
        return described(from) + "; the schedule is not active on that day";
      }
      if (changes(from)) {
        return described(from) + "; the schedule begins at " + text(schedule.begin(begin));
      }
      if (changes(to)) {
        return described(to) + "; the schedule ends at " + text(schedule.end(begin));
      }
    }
    return null;
  }

  /**
   * Whether a local time is skipped or repeated. The first skipped time is the instant after the
   * gap in any case.
   */
  private boolean changes(LocalDateTime time) {
    LocalDateTime first =
        transition.isGap() ? transition.getDateTimeBefore() : transition.getDateTimeAfter();
    LocalDateTime last =
        transition.isGap() ? transition.getDateTimeAfter() : transition.getDateTimeBefore();
    return (time.isAfter(first) || (transition.isOverlap() && time.equals(first)))
        && time.isBefore(last);
  }

  private String described(LocalDateTime time) {
    return "%s %s %s in %s"
        .formatted(
            time.toLocalDate(),
            time.toLocalTime(),
            transition.isGap() ? "does not exist" : "occurs twice",
            zone);
  }

  private static String text(Instant time) {
    return Timestamps.format(time);
  }
}
