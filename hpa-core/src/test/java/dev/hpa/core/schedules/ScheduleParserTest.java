package dev.hpa.core.schedules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleParserTest {

  @Test
  void everyPartIsRead() throws InvalidScheduleException {
    assertEquals(
        new Schedule(
            "day",
            EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
            LocalTime.of(8, 0),
            LocalTime.of(20, 30),
            ZoneId.of("Europe/Vienna"),
            10,
            50),
        Schedule.parse("day", "Mon-Fri  08:00-20:30\tEurope/Vienna min=10 max=50"));
    assertEquals(
        new Schedule(
            "all",
            EnumSet.allOf(DayOfWeek.class),
            LocalTime.MIDNIGHT,
            LocalTime.MIDNIGHT,
            ZoneOffset.UTC,
            null,
            3),
        Schedule.parse("all", "00:00-24:00 max=3"));
  }

  @Test
  void theSmallestBoundsAreValid() throws InvalidScheduleException {
    assertEquals(1, Schedule.parse("one", "08:00-20:00 max=1").max());
    Schedule equal = Schedule.parse("equal", "08:00-20:00 min=3 max=3");
    assertEquals(3, equal.min());
    assertEquals(3, equal.max());
    assertEquals(0, Schedule.parse("zero", "08:00-20:00 min=0").min());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*|MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY",
        "Sat,Sun|SATURDAY SUNDAY",
        "Fri-Mon|MONDAY FRIDAY SATURDAY SUNDAY",
        "Mon-Wed,Fri,Sun-Mon|MONDAY TUESDAY WEDNESDAY FRIDAY SUNDAY",
        "Wed-Wed|WEDNESDAY",
        "Mon-Sun|MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY"
      })
  void weekdays(String text, String days) throws InvalidScheduleException {
    EnumSet<DayOfWeek> expected = EnumSet.noneOf(DayOfWeek.class);
    for (String day : days.split(" ", -1)) {
      expected.add(DayOfWeek.valueOf(day));
    }
    assertEquals(expected, Schedule.parse("x", text + " 08:00-09:00 min=1").days());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "''|the time is missing; use a range such as 08:00-20:00, up to 24:00",
        "Mon-Fri|the time is missing; use a range such as 08:00-20:00, up to 24:00",
        "8:00-20:00 min=1|the time \"8:00-20:00\"; use a range such as 08:00-20:00, up to 24:00",
        "08:00-24:01 min=1|the time \"24:01\"; use a range such as 08:00-20:00, up to 24:00",
        "24:00-08:00 min=1|the time \"24:00\"; use a range such as 08:00-20:00, up to 24:00",
        "08:60-09:00 min=1|the time \"08:60\"; use a range such as 08:00-20:00, up to 24:00",
        "08:00-08:00 min=1|the time \"08:00-08:00\" is empty; use 00:00-24:00 for the whole day",
        "Mo-Fr 08:00-20:00 min=1|the weekdays \"Mo-Fr\"; use names such as Mon-Fri, Sat,Sun, or *"
            + " for all",
        "Mon-Wed-Fri 08:00-20:00 min=1|the weekdays \"Mon-Wed-Fri\"; use names such as Mon-Fri,"
            + " Sat,Sun, or * for all",
        "Mon, 08:00-20:00 min=1|the weekdays \"Mon,\"; use names such as Mon-Fri, Sat,Sun, or *"
            + " for all",
        "08:00-20:00 Vienna min=1|the time zone \"Vienna\" is unknown; use one such as"
            + " Europe/Vienna",
        "08:00-20:00 +02:00 min=1|the time zone \"+02:00\" is unknown; use one such as"
            + " Europe/Vienna",
        "08:00-20:00|the bounds are missing; use min=N, max=N or both",
        "08:00-20:00 UTC min|the bound \"min\"; use min=N, max=N or both",
        "08:00-20:00 min=1 min=2|the bound \"min=2\"; use min=N, max=N or both",
        "08:00-20:00 min=-1|the bound \"min=-1\"; use min=N, max=N or both",
        "08:00-20:00 max=9999999999|the bound \"max=9999999999\"; use min=N, max=N or both",
        "08:00-20:00 min=1 UTC|the bound \"UTC\"; use min=N, max=N or both",
        "08:00-20:00 max=0|max is 0; use at least 1",
        "08:00-20:00 min=5 max=4|min 5 is greater than max 4; exchange or correct them"
      })
  void invalidTextIsExplained(String text, String problem) {
    assertEquals(
        problem,
        assertThrows(InvalidScheduleException.class, () -> Schedule.parse("x", text)).text());
  }

  @Test
  void anyTextIsReadOrExplained() {
    String[] parts = {
      "Mon",
      "-",
      ",",
      "*",
      " ",
      "08:00",
      "24:00",
      "-20:00",
      "Europe/Vienna",
      "min=",
      "max=",
      "5",
      "=",
      "\u0000",
      "é"
    };
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(9); i > 0; i--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      try {
        Schedule.parse("x", text.toString());
      } catch (InvalidScheduleException invalid) {
        assertEquals(2, invalid.text().split("; ", -1).length, text + ": " + invalid.text());
      }
    }
  }
}
