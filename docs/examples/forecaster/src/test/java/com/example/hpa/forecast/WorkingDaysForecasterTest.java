package com.example.hpa.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WorkingDaysForecasterTest {

  private static final Duration DAY = Duration.ofDays(1);

  /** Thursday and Friday with a load of 100, Saturday with 10. */
  private static LoadSeries thursdayToSaturday() {
    float[] loads = new float[3 * 1440];
    Arrays.fill(loads, 0, 2 * 1440, 100);
    Arrays.fill(loads, 2 * 1440, 3 * 1440, 10);
    return LoadSeries.of(Instant.parse("2026-03-05T00:00:00Z"), Duration.ofMinutes(1), loads);
  }

  private static OptionalDouble forecast(String at) {
    return new WorkingDaysForecaster().forecast(thursdayToSaturday(), Instant.parse(at), DAY);
  }

  @Test
  void aSundayIsLikeASaturday() {
    assertEquals(OptionalDouble.of(10), forecast("2026-03-08T12:00:00Z"));
  }

  @Test
  void aMondayIsLikeAFriday() {
    assertEquals(OptionalDouble.of(100), forecast("2026-03-09T12:00:00Z"));
  }
}
