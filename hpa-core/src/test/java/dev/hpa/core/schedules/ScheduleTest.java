package dev.hpa.core.schedules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {

  private static Schedule schedule(String text) {
    try {
      return Schedule.parse("x", text + " min=1");
    } catch (InvalidScheduleException invalid) {
      throw new AssertionError(invalid);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 2026-11-23 is a Monday; Vienna is 1 h ahead of UTC in winter.
        "Mon-Fri 08:00-20:00 Europe/Vienna|2026-11-23T06:59:59Z|false",
        "Mon-Fri 08:00-20:00 Europe/Vienna|2026-11-23T07:00:00Z|true",
        "Mon-Fri 08:00-20:00 Europe/Vienna|2026-11-23T18:59:59Z|true",
        "Mon-Fri 08:00-20:00 Europe/Vienna|2026-11-23T19:00:00Z|false",
        "Mon-Fri 08:00-20:00 Europe/Vienna|2026-11-22T12:00:00Z|false",
        // The weekday is the one on which the range begins.
        "Fri 22:00-06:00|2026-11-27T22:00:00Z|true",
        "Fri 22:00-06:00|2026-11-28T05:59:00Z|true",
        "Fri 22:00-06:00|2026-11-28T06:00:00Z|false",
        "Fri 22:00-06:00|2026-11-27T05:00:00Z|false",
        "Fri-Mon 00:00-24:00|2026-11-24T00:00:00Z|false",
        "Fri-Mon 00:00-24:00|2026-11-23T23:59:59Z|true",
        // 02:30 does not exist on 2026-03-29 in Vienna: 01:00Z is 03:00.
        "Sun 02:30-04:00 Europe/Vienna|2026-03-29T00:59:59Z|false",
        "Sun 02:30-04:00 Europe/Vienna|2026-03-29T01:00:00Z|true",
        "Sun 02:10-02:50 Europe/Vienna|2026-03-29T01:00:00Z|false",
        // 02:30 occurs twice on 2026-10-25 in Vienna: at 00:30Z and at 01:30Z.
        "Sun 02:30-04:00 Europe/Vienna|2026-10-25T00:30:00Z|true",
        "Sun 02:30-04:00 Europe/Vienna|2026-10-25T01:15:00Z|true",
        "Sun 01:00-02:30 Europe/Vienna|2026-10-25T00:29:59Z|true",
        "Sun 01:00-02:30 Europe/Vienna|2026-10-25T01:15:00Z|false",
      })
  void isActive(String text, Instant at, boolean active) {
    assertEquals(active, schedule(text).isActive(at));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mon-Fri 08:00-20:00|2026-11-27T20:00:00Z|2026-11-30T08:00:00Z",
        "Mon-Fri 08:00-20:00|2026-11-30T07:59:59Z|2026-11-30T08:00:00Z",
        "Mon-Fri 08:00-20:00|2026-11-30T08:00:00Z|2026-11-30T20:00:00Z",
        // Days that follow each other are one time.
        "Mon-Fri 00:00-24:00|2026-11-23T12:00:00Z|2026-11-28T00:00:00Z",
        "Fri 22:00-06:00|2026-11-27T23:00:00Z|2026-11-28T06:00:00Z",
        // Its time does not exist on the first Sunday.
        "Sun 02:10-02:50 Europe/Vienna|2026-03-28T12:00:00Z|2026-04-05T00:10:00Z",
        // Apia had no 2011-12-30, a Friday.
        "Fri 08:00-20:00 Pacific/Apia|2011-12-24T12:00:00Z|2012-01-05T18:00:00Z"
      })
  void nextChange(String text, Instant after, Instant next) {
    assertEquals(next, schedule(text).nextChange(after));
  }

  @Test
  void aScheduleOfTheWholeWeekNeverChanges() {
    assertNull(schedule("* 00:00-24:00 America/New_York").nextChange(Instant.EPOCH));
  }
}
