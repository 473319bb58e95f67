package dev.hpa.core.schedules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The bounds in effect over five years in twenty zones, against a clock that runs minute by minute
 * and shows local time: a schedule begins when the clock first shows its beginning or a later time,
 * and ends when it first shows its end or a later time.
 */
class ScheduleClockTest {

  private static final Instant FROM = Instant.parse("2021-12-26T00:00:00Z");
  private static final Instant TO = Instant.parse("2027-01-03T00:00:00Z");
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Vienna",
          "Europe/London",
          "Europe/Dublin",
          "Atlantic/Azores",
          "America/New_York",
          "America/Los_Angeles",
          "America/St_Johns",
          "America/Havana",
          "America/Santiago",
          "America/Sao_Paulo",
          "America/Nuuk",
          "Africa/Casablanca",
          "Africa/Cairo",
          "Asia/Gaza",
          "Asia/Tehran",
          "Asia/Kathmandu",
          "Asia/Amman",
          "Australia/Lord_Howe",
          "Pacific/Chatham");
  private static final String[] DAYS = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  private static final HpaSpec SPEC =
      new HpaSpec(
          new CrossVersionObjectReference("Deployment", "web", "apps/v1"), 2, 20, null, null);
  private static final int MINUTES_PER_DAY = 1440;

  /** A schedule in the arithmetic of the clock. */
  private record Entry(
      boolean[] days, int from, int to, @Nullable Integer min, @Nullable Integer max) {

    static Entry random(Random random) {
      boolean[] days = new boolean[7];
      for (int i = 2 + random.nextInt(6); i > 0; i--) {
        days[random.nextInt(7)] = true;
      }
      // Mostly at the hours at which time changes happen.
      int from = random.nextBoolean() ? random.nextInt(16) * 15 : random.nextInt(MINUTES_PER_DAY);
      int to = random.nextBoolean() ? random.nextInt(17) * 15 : random.nextInt(MINUTES_PER_DAY);
      if (random.nextInt(6) == 0) {
        from = 0;
        to = MINUTES_PER_DAY;
      }
      if (to == from) {
        to = from + 1;
      }
      int min = random.nextInt(30);
      boolean hasMin = random.nextInt(3) != 0;
      boolean hasMax = !hasMin || random.nextBoolean();
      return new Entry(
          days, from, to, hasMin ? min : null, hasMax ? 1 + min + random.nextInt(20) : null);
    }

    String text(String zone) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < days.length; i++) {
        if (days[i]) {
          names.add(DAYS[i]);
        }
      }
      return String.join(",", names)
          + " %02d:%02d-%02d:%02d ".formatted(from / 60, from % 60, to / 60, to % 60)
          + zone
          + (min == null ? "" : " min=" + min)
          + (max == null ? "" : " max=" + max);
    }

    /** The end of an occurrence, in minutes from the start of the day on which it begins. */
    int end() {
      return from < to ? to : to + MINUTES_PER_DAY;
    }
  }

  /** Runs from some days before a time, minute by minute. */
  private static final class Clock {
    private final TimeZone zone;
    private final Entry entry;
    private long minute;
    private long shown = Long.MIN_VALUE;
    private boolean active;

    Clock(String zone, Entry entry, Instant start) {
      this.zone = TimeZone.getTimeZone(zone);
      this.entry = entry;
      this.minute = Math.floorDiv(start.getEpochSecond(), 60);
    }

    /** Shows the next minute. */
    boolean tick() {
      long local = minute + zone.getOffset(minute * 60_000) / 60_000;
      minute++;
      if (local <= shown) {
        // The clock was set back: these times have been shown.
        return active;
      }
      // All local times up to this one are shown now, in their order.
      long first = shown == Long.MIN_VALUE ? local : shown + 1;
      for (long each = first; each <= local; each++) {
        show(each);
      }
      shown = local;
      return active;
    }

    private void show(long local) {
      long day = Math.floorDiv(local, MINUTES_PER_DAY);
      int time = Math.floorMod(local, MINUTES_PER_DAY);
      if (ends(day, time) || ends(day - 1, time + MINUTES_PER_DAY)) {
        active = false;
      }
      if (isDay(day) && time == entry.from()) {
        active = true;
      }
    }

    private boolean ends(long day, int time) {
      return isDay(day) && time == entry.end();
    }

    /** 1970-01-01 was a Thursday. */
    private boolean isDay(long day) {
      return entry.days()[(int) Math.floorMod(day + 3, 7L)];
    }
  }

  /** Windows of some days around every time change, and others by chance. */
  private static List<Instant> windows(String zone, Random random) {
    List<Instant> starts = new ArrayList<>();
    ZoneOffsetTransition change = ZoneId.of(zone).getRules().nextTransition(FROM);
    while (change != null && change.getInstant().isBefore(TO)) {
      starts.add(change.getInstant());
      change = ZoneId.of(zone).getRules().nextTransition(change.getInstant());
    }
    for (int i = 0; i < 4; i++) {
      starts.add(FROM.plus(Duration.ofMinutes(random.nextInt(5_200_000))));
    }
    return starts;
  }

  private static Schedule schedule(String name, String text) {
    try {
      return Schedule.parse(name, text);
    } catch (InvalidScheduleException invalid) {
      throw new AssertionError(text, invalid);
    }
  }

  @Test
  void theBoundsInEffectAreThoseThatAClockShows() {
    Random random = new Random(29);
    long changes = 0;
    long checked = 0;
    for (String zone : ZONES) {
      for (Instant middle : windows(zone, random)) {
        List<Entry> entries = new ArrayList<>();
        List<Schedule> schedules = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          Entry entry = Entry.random(random);
          entries.add(entry);
          schedules.add(schedule("s" + schedules.size(), entry.text(zone)));
        }
        // The clock needs to have shown the beginning of what is active: at most 7 days ago.
        Instant start = middle.minus(Duration.ofDays(9));
        Instant begin = middle.minus(Duration.ofDays(1));
        List<Clock> clocks = entries.stream().map(entry -> new Clock(zone, entry, start)).toList();
        List<String> former = List.of();
        Instant expectedChange = null;
        for (Instant now = start; now.isBefore(middle.plus(Duration.ofDays(1))); ) {
          List<String> active = new ArrayList<>();
          for (int i = 0; i < entries.size(); i++) {
            if (clocks.get(i).tick()) {
              active.add("s" + i);
            }
          }
          if (!now.isBefore(begin)) {
            Instant at = now;
            Supplier<@Nullable String> place = () -> at + " " + schedules;
            if (expectedChange != null) {
              boolean isDue = !now.isBefore(expectedChange);
              assertEquals(isDue, !active.equals(former), place);
              changes += isDue ? 1 : 0;
            }
            Bounds bounds = Bounds.of(SPEC, schedules, now);
            assertEquals(active, bounds.active(), place);
            assertBounds(entries, active, bounds, place);
            assertEquals(bounds, Bounds.of(SPEC, schedules, now.plusMillis(59_999)), place);
            if (expectedChange == null || !now.isBefore(expectedChange)) {
              Instant next = Bounds.nextChange(schedules, now);
              expectedChange = next == null ? Instant.MAX : next;
              assertTrue(expectedChange.isAfter(now), place);
            }
            checked++;
          }
          former = active;
          now = now.plusSeconds(60);
        }
      }
    }
    assertTrue(changes > 750, "changes: " + changes);
    assertTrue(checked > 450_000, "checked: " + checked);
  }

  @Test
  void everyChangeOfAYearIsThatOfAClock() {
    Random random = new Random(30);
    Instant end = FROM.plus(Duration.ofDays(366));
    for (String zone : ZONES) {
      Entry entry = Entry.random(random);
      Schedule schedule = schedule("x", entry.text(zone));
      Clock clock = new Clock(zone, entry, FROM.minus(Duration.ofDays(9)));
      boolean active = false;
      Instant now = FROM.minus(Duration.ofDays(9));
      Instant change = null;
      for (; now.isBefore(end); now = now.plusSeconds(60)) {
        boolean next = clock.tick();
        if (!now.isBefore(FROM) && next != active) {
          if (change != null) {
            assertEquals(change, now, schedule.toString());
          }
          assertEquals(next, schedule.isActive(now), schedule.toString());
          assertEquals(active, schedule.isActive(now.minusNanos(1)), schedule.toString());
          change = schedule.nextChange(now);
        }
        active = next;
      }
      assertTrue(change == null || !change.isBefore(end), schedule.toString());
    }
  }

  private static void assertBounds(
      List<Entry> entries, List<String> active, Bounds bounds, Supplier<@Nullable String> place) {
    int min = -1;
    int max = -1;
    for (String name : active) {
      Entry entry = entries.get(Integer.parseInt(name.substring(1)));
      min = entry.min() == null ? min : Math.max(min, entry.min());
      max = entry.max() == null ? max : Math.max(max, entry.max());
    }
    int most = max < 0 ? SPEC.maxReplicas() : max;
    assertEquals(most, bounds.max(), place);
    assertEquals(Math.min(most, min < 0 ? SPEC.minReplicasOrDefault() : min), bounds.min(), place);
  }
}
