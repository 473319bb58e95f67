package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "15, 15s",
    "15.03, 15.03s",
    "60, 1m0s",
    "65.5, 1m5.5s",
    "3600, 1h0m0s",
    "0.25, 250ms",
    "0.0015, 1.5ms",
    "0.0000025, 2.5µs",
    "0.000000003, 3ns",
  })
  void writesAsGo(double seconds, String text) {
    Duration duration = Duration.ofNanos(Math.round(seconds * 1e9));
    assertEquals(text, GoDuration.format(duration));
    assertEquals(duration, GoDuration.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "1x", "1s2", "1 s", "1h 5m", "999999999h"})
  void refusesOthers(String text) {
    assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text));
  }
}
