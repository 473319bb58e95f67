package dev.hpa.cli.keda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.core.schedules.InvalidScheduleException;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronWindowsTest {

  /** A Monday. */
  private static final Instant WEEK = Instant.parse("2026-11-23T00:00:00Z");

  private static final int MINUTES = 7 * 24 * 60;
  private static final int SEED = 2314;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 6 * * * | 0 20 * * * | 06:00-20:00",
        "0 8 * * 1-5 | 30 18 * * MON-FRI | Mon-Fri 08:00-18:30",
        "0 22 * * * | 0 4 * * * | 22:00-04:00",
        "0 22 * * ? | 0 0 * * */1 | 22:00-24:00",
        "0 18 * * fri | 0 6 * * mon | Fri 18:00-24:00; Sat,Sun 00:00-24:00; Mon 00:00-06:00",
        "0 8 * * 1,3,5-6 | 0 9 * * 1,3,5-6 | Mon,Wed,Fri,Sat 08:00-09:00",
        "0 8,14 * * * | 0 10,16 * * * | 08:00-10:00; 14:00-16:00",
        "0 10 * * 2 | 0 10 * * 3 | Tue 10:00-24:00; Wed 00:00-10:00",
        "0 0 * * 0 | 0 0 * * 1 | Sun 00:00-24:00",
        "0 8 * * 1-5 | 0 20 * * * | Mon-Thu 08:00-20:00; Fri 08:00-24:00; Sat 00:00-24:00; Sun"
            + " 00:00-20:00",
        "*/30 8 1-31 1-12/1 * | 15 8 * jan-dec * | 08:00-08:15",
      })
  void windowsAreSchedules(String start, String end, String expected) {
    assertEquals(expected, String.join("; ", texts(start, end)));
  }

  private static List<String> texts(String start, String end) {
    return CronWindows.between(CronExpression.parse(start), CronExpression.parse(end))
        .texts()
        .stream()
        .map(String::strip)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 8 * * 1-5 | 0 20 * * 1-5 | false", "0 8 * * 1-5 | 0 20 * * * | true"})
  void endsWithoutAStartAreReported(String start, String end, boolean isRepeated) {
    assertEquals(
        isRepeated,
        CronWindows.between(CronExpression.parse(start), CronExpression.parse(end))
            .hasRepeatedEnds());
  }

  /** KEDA compares the next start with the next end. */
  @Test
  void schedulesAreActiveWhenKedaIsInside() throws InvalidScheduleException {
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      String start = expression(random);
      String end = expression(random);
      CronExpression starts = CronExpression.parse(start);
      CronExpression ends = CronExpression.parse(end);
      List<Schedule> schedules = new ArrayList<>();
      for (String text : CronWindows.between(starts, ends).texts()) {
        schedules.add(Schedule.parse("any", text + " UTC min=1"));
      }
      for (int minute = 0; minute < MINUTES; minute += 7) {
        Instant at = WEEK.plus(Duration.ofMinutes(minute)).plusSeconds(30);
        boolean isInside = next(starts, minute) >= next(ends, minute);
        assertEquals(
            isInside,
            schedules.stream().anyMatch(each -> each.isActive(at)),
            start + " to " + end + " at " + at);
      }
    }
  }

  private static String expression(Random random) {
    String[] days = {"*", "1-5", "0", "6,0", "MON,WED", "2-4/2"};
    return "%d %d%s * * %s"
        .formatted(
            random.nextInt(0, 4) * 15,
            random.nextInt(0, 20),
            random.nextInt(4) == 0 ? ",22" : "",
            days[random.nextInt(days.length)]);
  }

  private static int next(CronExpression expression, int minute) {
    int least = Integer.MAX_VALUE;
    for (int each : expression.minutes()) {
      least = Math.min(least, each > minute ? each : each + MINUTES);
    }
    return least;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "* * * *", "* * * * * *", "60 * * * *", "-1 * * * *", "* 24 * * *", "* * * * 7",
        "5-1 * * * *", "*/0 * * * *", "a * * * *", "@daily", "0 8 1 * *", "0 8 * 1 *",
            "1,,2 * * * *",
        "99999 * * * *", "* * * * sunday"
      })
  void malformedExpressionsAreErrors(String expression) {
    assertThrows(IllegalArgumentException.class, () -> CronExpression.parse(expression));
  }
}
