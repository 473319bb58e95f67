package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.GoDuration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadParserTest {

  private final LoadParser parser = new LoadParser(Map.of());

  private double at(String profile, String time) {
    return parser.profile(profile).milliCoresAt(GoDuration.parse(time));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "steady:cpu=500m                                    | 1h     | 500",
        "ramp:from=200m,to=2,over=10m                       | 0s     | 200",
        "ramp:from=200m,to=2,over=10m                       | 5m     | 1100",
        "ramp:from=200m,to=2,over=10m                       | 1h     | 2000",
        "ramp:from=2,to=0,over=0s                           | 0s     | 0",
        "sine:min=200m,max=2,period=30m                     | 0s     | 200",
        "sine:min=200m,max=2,period=30m                     | 7m30s  | 1100",
        "sine:min=200m,max=2,period=30m                     | 15m    | 2000",
        "spike:base=200m,peak=3,at=5m,for=2m                | 4m59s  | 200",
        "spike:base=200m,peak=3,at=5m,for=2m                | 5m     | 3000",
        "spike:base=200m,peak=3,at=5m,for=2m                | 7m     | 200",
        "spike:base=200m,peak=3,at=5m,for=2m                | 25m    | 200",
        "spike:base=200m,peak=3,at=5m,for=2m,every=20m      | 26m59s | 3000",
        "spike:base=200m,peak=3,at=5m,for=2m,every=20m      | 27m    | 200",
        "day:min=100m,max=1100m,period=24h                  | 4h     | 100",
        "day:min=100m,max=1100m,period=24h                  | 20h    | 1100",
        "day:min=100m,max=1100m,period=24h                  | 44h    | 1100",
        "day:min=100m,max=1100m,period=24h,spike=5          | 11h    | 5000",
        "day:min=0,max=1,period=24h,spike=5,at=1h,for=1h    | 90m    | 5000",
        "day:min=0,max=1,period=24h,spike=5,at=1h,for=1h    | 4h     | 0",
      })
  void evaluatesProfiles(String profile, String time, double milliCores) {
    assertEquals(milliCores, at(profile, time), 1e-6);
  }

  @Test
  void dayRisesInTheMorningAndDipsAtLunch() {
    String day = "day:min=0,max=1,period=24h";
    assertTrue(at(day, "7h") < at(day, "9h"));
    assertTrue(at(day, "13h") < at(day, "10h30m"));
    assertTrue(at(day, "13h") < at(day, "15h30m"));
    assertTrue(at(day, "22h") < at(day, "20h"));
    assertEquals(at(day, "23h59m59s"), at(day, "24h"), 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "steady",
        "steady:cpu",
        "steady:cpu=",
        "steady:cpu=-1",
        "steady:cpu=1,more=2",
        "wave:min=1",
        "ramp:from=1,to=2,over=soon",
        "sine:min=1,max=2,period=0s",
        "trace:unknown",
      })
  void rejectsMalformedProfiles(String profile) {
    assertThrows(LoadFormatException.class, () -> parser.profile(profile));
  }

  @Test
  void messagesHaveTheExpectedFormat() {
    assertEquals("more: unknown setting of steady; use cpu", message("steady:cpu=1,more=2"));
    assertEquals("to: required setting of ramp is missing; add to=...", message("ramp:from=1"));
    assertEquals("\"x\": unknown trace; known traces: none", message("trace:x"));
  }

  private String message(String profile) {
    return String.valueOf(
        assertThrows(LoadFormatException.class, () -> parser.profile(profile)).getMessage());
  }
}
