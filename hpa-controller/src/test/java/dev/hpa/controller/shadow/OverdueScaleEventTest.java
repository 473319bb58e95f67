package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OverdueScaleEventTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final OverdueScaleEvent missed =
      new OverdueScaleEvent(new Timing(Duration.ofSeconds(15)).grace());

  private boolean wanted(int change, int second) {
    return missed.wanted(change, START.plusSeconds(second));
  }

  @Test
  void isMissedAfterTwoPeriodsAndASampleAndReportedOnce() {
    assertEquals(Duration.ofSeconds(45), new Timing(Duration.ofSeconds(15)).grace());
    assertFalse(wanted(1, 0));
    assertFalse(wanted(2, 44));
    assertTrue(wanted(1, 45));
    assertFalse(wanted(1, 60));
  }

  @Test
  void restartsInTheOtherDirectionAndAfterItsEnd() {
    assertFalse(wanted(1, 0));
    assertFalse(wanted(-1, 50));
    assertTrue(wanted(-1, 95));
    missed.end();
    assertFalse(wanted(-1, 96));
    assertTrue(wanted(-1, 141));
  }

  @Test
  void isReportedOnceWhicheverWayItIsFound() {
    assertFalse(wanted(1, 0));
    assertTrue(missed.report());
    assertFalse(wanted(1, 45));
  }
}
