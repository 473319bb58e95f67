package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricReading.PodValues;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadingsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
  private static final Duration WINDOW = Duration.ofSeconds(15);

  private static List<MetricResult> values(Instant at, String... pods) {
    return List.of(
        PodValues.of(Stream.of(pods).map(pod -> PodValue.of(pod, at, WINDOW, 100)).toList()));
  }

  private static Instant time(Readings readings) {
    return ((PodValues) readings.results().getFirst()).values().getFirst().timestamp();
  }

  /** The active controller has read shortly before, and got an earlier sample. */
  @Test
  void samplesThatAreStampedAtTheReadMayBeEarlier() {
    List<Readings> earlier = new Readings(values(NOW, "a"), false).sampledEarlier(NOW);
    assertEquals(
        List.of(NOW.minusSeconds(1), NOW.minusSeconds(2)),
        earlier.stream().map(ReadingsTest::time).toList());
    assertEquals(List.of(true, true), earlier.stream().map(Readings::onlyIfMatching).toList());
  }

  /** Those of metrics-server have the time of the measurement, in every read. */
  @Test
  void olderSamplesHaveTheirTime() {
    assertEquals(
        List.of(), new Readings(values(NOW.minusSeconds(3), "a"), false).sampledEarlier(NOW));
  }

  @Test
  void podsThatHaveLostTheirValueAreMissing() {
    Readings fresh = new Readings(values(NOW, "a", "b"), false);
    assertEquals(Set.of("c", "d"), fresh.missing(values(NOW.minusSeconds(7), "b", "c", "d")));
    assertEquals(Set.of(), fresh.missing(values(NOW.minusSeconds(7), "a")));
  }
}
