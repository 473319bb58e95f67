package dev.hpa.core.schedules;

import dev.hpa.api.ImmutableCopies;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the replicas at certain times of the week. Immutable.
 *
 * <p>A schedule begins on each of its weekdays at {@code from} and ends at {@code to}, on the next
 * day if that is not later than {@code from}. A local time that a time change skips is the first
 * instant after it; of a local time that occurs twice, the first one counts.
 *
 * @param name the name, by which messages refer to it
 * @param days the weekdays on which it begins; not empty
 * @param from when it begins, in minutes of local time
 * @param to when it ends; equal to {@code from} for 24 hours
 * @param zone the time zone of the local times
 * @param min the least replicas, 0 or more; null to keep those of the spec
 * @param max the most replicas, 1 or more; null to keep those of the spec
 */
public record Schedule(
    String name,
    Set<DayOfWeek> days,
    LocalTime from,
    LocalTime to,
    ZoneId zone,
    @Nullable Integer min,
    @Nullable Integer max) {

  /** Weekdays repeat after 7 days; one of them may be missing where a zone skipped a date. */
  private static final int DAYS_AHEAD = 15;

  /** An occurrence lasts until the next day, which a zone may have skipped. */
  private static final int DAYS_BACK = 2;

  public Schedule {
    days = ImmutableCopies.set(days);
  }

  /**
   * Parses a schedule.
   *
   * @param text {@code [DAYS] HH:MM-HH:MM [ZONE] [min=N] [max=N]}, such as {@code Mon-Fri
   *     08:00-20:00 Europe/Vienna min=10 max=50}
   * @throws InvalidScheduleException if the text is invalid
   */
  public static Schedule parse(String name, String text) throws InvalidScheduleException {
    return new ScheduleParser(text).parse(name);
  }

  /** Whether the schedule is active at a time. */
  public boolean isActive(Instant at) {
    LocalDate date = LocalDate.ofInstant(at, zone);
    for (int day = -DAYS_BACK; day <= 1; day++) {
      LocalDate first = date.plusDays(day);
      if (days.contains(first.getDayOfWeek())
          && !at.isBefore(begin(first))
          && at.isBefore(end(first))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The first time after another one at which the schedule begins or ends; null if it never does.
   */
  public @Nullable Instant nextChange(Instant after) {
    if (from.equals(to) && days.size() == DayOfWeek.values().length) {
      return null;
    }
    boolean active = isActive(after);
    LocalDate date = LocalDate.ofInstant(after, zone);
    Instant next = null;
    for (int day = -DAYS_BACK; day <= DAYS_AHEAD && next == null; day++) {
      LocalDate first = date.plusDays(day);
      if (days.contains(first.getDayOfWeek())) {
        Instant edge = active ? end(first) : begin(first);
        // An occurrence may begin when the former one ends, or be empty where its time is skipped.
        next = edge.isAfter(after) && isActive(edge) != active ? edge : null;
      }
    }
    return next;
  }

  /** When the schedule begins on a date, which is one of its weekdays. */
  public Instant begin(LocalDate date) {
    return instant(date.atTime(from));
  }

  /** When the schedule ends that begins on a date. */
  public Instant end(LocalDate date) {
    return instant(endDate(date).atTime(to));
  }

  /** The date on which the schedule ends that begins on a date. */
  public LocalDate endDate(LocalDate date) {
    return from.isBefore(to) ? date : date.plusDays(1);
  }

  private Instant instant(LocalDateTime local) {
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition transition = rules.getTransition(local);
    return transition != null && transition.isGap()
        ? transition.getInstant()
        : local.toInstant(rules.getOffset(local));
  }
}
