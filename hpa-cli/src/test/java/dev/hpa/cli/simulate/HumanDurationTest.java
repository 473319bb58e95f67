package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.0004S, 0 s",
    "PT0.25S, 250 ms",
    "PT0.9996S, 1 s",
    "PT1.4S, 1 s",
    "PT59.6S, 1 min",
    "PT1M48S, 1 min 48 s",
    "PT10M, 10 min",
    "PT18H8M, 18 h 8 min",
    "PT59M59.7S, 1 h",
    "PT23H59M40S, 1 d",
    "PT30H, 1 d 6 h",
    "PT167H59M, 7 d",
    "PT150H20M, 6 d 6 h",
    "P400D, 400 d",
  })
  void showTheirTwoLargestUnits(Duration duration, String text) {
    assertEquals(text, HumanDuration.text(duration));
  }
}
