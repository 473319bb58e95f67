package dev.hpa.core.schedules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class BoundsTest {

  private static final HpaSpec SPEC =
      new HpaSpec(
          new CrossVersionObjectReference("Deployment", "web", "apps/v1"), 2, 20, null, null);
  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  private static List<Schedule> schedules(String... texts) {
    List<Schedule> all = new ArrayList<>();
    for (String text : texts) {
      try {
        all.add(Schedule.parse("s" + all.size(), text));
      } catch (InvalidScheduleException invalid) {
        throw new AssertionError(invalid);
      }
    }
    return all;
  }

  private static Bounds at(Instant at, String... texts) {
    return Bounds.of(SPEC, schedules(texts), at);
  }

  @Test
  void theSpecAppliesWithoutAnActiveSchedule() {
    assertEquals(new Bounds(2, 20, List.of(), 2), at(NOON));
    assertEquals(new Bounds(2, 20, List.of(), 2), at(NOON, "22:00-06:00 min=5 max=6"));
  }

  @Test
  void theHighestBoundsOfTheActiveSchedulesApply() {
    assertEquals(
        new Bounds(10, 40, List.of("s0", "s1", "s2"), 10),
        at(
            NOON,
            "08:00-20:00 min=10 max=30",
            "* 00:00-24:00 min=3",
            "10:00-14:00 max=40",
            "20:00-21:00 min=90 max=100"));
  }

  @Test
  void aBoundThatNoActiveScheduleHasIsThatOfTheSpec() {
    assertEquals(new Bounds(10, 20, List.of("s0"), 10), at(NOON, "08:00-20:00 min=10"));
    assertEquals(new Bounds(2, 5, List.of("s0"), 2), at(NOON, "08:00-20:00 max=5"));
  }

  @Test
  void theMaximumWinsOverTheMinimum() {
    Bounds low = at(NOON, "08:00-20:00 max=1");
    assertEquals(new Bounds(1, 1, List.of("s0"), 2), low);
    assertTrue(low.isMinLowered());
    assertEquals(new Bounds(20, 20, List.of("s0"), 30), at(NOON, "08:00-20:00 min=30"));
  }

  @Test
  void theNextChangeIsTheFirstOfAnySchedule() {
    List<Schedule> all =
        schedules("08:00-20:00 min=10", "12:00-13:00 min=11", "* 00:00-24:00 min=1");
    assertEquals(Instant.parse("2026-11-23T13:00:00Z"), Bounds.nextChange(all, NOON));
    assertNull(Bounds.nextChange(schedules("* 00:00-24:00 min=1"), NOON));
    assertNull(Bounds.nextChange(schedules("* 00:00-24:00 America/St_Johns min=1"), NOON));
    assertNull(Bounds.nextChange(List.of(), NOON));
  }
}
