package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTimeTest {

  @ParameterizedTest
  @CsvSource({
    "0s, 0s",
    "1m30s, 1m30s",
    "48h, 48h",
    "227927h45m1s, 2025-12-31T23:45:01Z",
    "later, later",
  })
  void capturedTimesAreAbsoluteAndOffsetsRelative(String at, String shown) {
    assertEquals(shown, ScenarioTime.text(at));
  }
}
