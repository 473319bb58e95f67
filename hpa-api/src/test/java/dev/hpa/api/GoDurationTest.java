package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "+0, PT0S",
    "-0, PT0S",
    "15s, PT15S",
    "1h5m, PT1H5M",
    "1.5s, PT1.5S",
    ".5s, PT0.5S",
    "1.s, PT1S",
    "-300ms, PT-0.3S",
    "+5m, PT5M",
    "1us, PT0.000001S",
    "1µs, PT0.000001S",
    "1μs, PT0.000001S",
    "3ns, PT0.000000003S",
    "1.9ns, PT0.000000001S",
    "1m1h, PT1H1M",
    "1s1s, PT2S",
    "100h, PT100H",
    "9223372036854775807ns, PT2562047H47M16.854775807S",
  })
  void durationsAreParsed(String text, Duration duration) {
    assertEquals(duration, GoDuration.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s",
        "5",
        "15 s",
        " 15s",
        "1d",
        "--1s",
        "1h-5m",
        ".s",
        ".",
        "1e3s",
        "15S",
        "-",
        "9223372036854775808ns",
        "3000000h",
        "1,5s",
        "0x1s",
      })
  void invalidDurationsAreRejectedWithTheirText(String text) {
    IllegalArgumentException rejected =
        assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text));
    assertEquals("time: invalid duration \"" + text + "\"", rejected.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT15S, 15s",
    "PT1M, 1m0s",
    "PT5M, 5m0s",
    "PT1H, 1h0m0s",
    "PT1H0.5S, 1h0m0.5s",
    "PT1.5S, 1.5s",
    "PT0.3S, 300ms",
    "PT0.0015S, 1.5ms",
    "PT0.0000015S, 1.5µs",
    "PT0.000000001S, 1ns",
    "PT-90S, -1m30s",
    "PT100H, 100h0m0s",
    "PT10.000000001S, 10.000000001s",
  })
  void durationsAreFormatted(Duration duration, String text) {
    assertEquals(text, GoDuration.format(duration));
  }

  @Test
  @Tag("security")
  void durationsOfAnyLengthAreFormatted() {
    assertEquals("2562047h47m16.854775807s", GoDuration.format(Duration.ofSeconds(1L << 40)));
    assertEquals(
        "2562047h47m16.854775807s",
        GoDuration.format(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
    assertEquals(
        "-2562047h47m16.854775808s", GoDuration.format(Duration.ofSeconds(Long.MIN_VALUE)));
  }

  @Test
  void formattedDurationsParseToTheSameValue() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      // Shifted, so that small durations are as frequent as large ones.
      Duration duration = Duration.ofNanos(random.nextLong() >> random.nextInt(64));
      assertEquals(duration, GoDuration.parse(GoDuration.format(duration)), duration.toString());
    }
  }

  @Test
  void theSmallestDurationRoundTrips() {
    Duration smallest = Duration.ofNanos(Long.MIN_VALUE);
    assertEquals("-2562047h47m16.854775808s", GoDuration.format(smallest));
    assertEquals(smallest, GoDuration.parse("-2562047h47m16.854775808s"));
  }
}
