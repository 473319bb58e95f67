package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-05-01T10:00:00Z|2024-05-01T10:00:00Z",
        "2024-05-01T10:00:00.75+02:00|2024-05-01T08:00:00Z",
        "2024-05-01T8:00:00Z|2024-05-01T08:00:00Z",
        "2024-05-01T10:00:00,999999999999Z|2024-05-01T10:00:00Z",
        "2024-05-01T10:00:00+24:00|2024-04-30T10:00:00Z",
        "0000-01-01T00:00:00Z|0000-01-01T00:00:00Z",
      })
  void timesAreParsedAsInGo(String text, String written) {
    assertEquals(written, Timestamps.format(Timestamps.parse(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2024-05-01t10:00:00Z",
        "2024-05-01T10:00:00z",
        "2024-05-01T24:00:00Z",
        "2024-05-01T10:00:60Z",
        " 2024-05-01T10:00:00Z",
        "2024-05-01 10:00:00Z",
        "2024-02-30T10:00:00Z",
        "2024-05-01T10:00:00",
        "2024-05-01T10:00:00+25:00",
      })
  void invalidTimesAreRejected(String text) {
    assertThrows(IllegalArgumentException.class, () -> Timestamps.parse(text));
  }

  @Test
  void theZeroTimeIsNull() {
    assertEquals("null", Json.text(Timestamps.ZERO));
    assertEquals("\"2024-05-01T10:00:00Z\"", Json.text(Instant.parse("2024-05-01T10:00:00.9Z")));
  }
}
