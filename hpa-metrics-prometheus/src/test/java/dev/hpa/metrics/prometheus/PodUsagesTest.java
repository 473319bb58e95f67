package dev.hpa.metrics.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Selector;
import dev.hpa.metrics.prometheus.client.PrometheusClient.Sample;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class PodUsagesTest {

  private static Sample sample(int container) {
    return new Sample(Map.of("pod", "a", "container", "c" + container), Instant.EPOCH, 1);
  }

  /** A tenant who exports series names any number of containers. */
  @Test
  void asManyContainersCountAsAPodMayHave() throws UnansweredException {
    PodUsages usages = new PodUsages(Duration.ofMinutes(1), List.of("a"));
    for (int i = 0; i < 1_000; i++) {
      usages.add("cpu", "pod", "container", sample(i));
      usages.add("memory", "pod", "container", sample(i));
    }
    usages.add("cpu", "pod", "container", sample(7));
    MetricQuery cpu = new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null);
    assertEquals(
        MetricReading.PodValues.of(
            List.of(PodValue.of("a", Instant.EPOCH, Duration.ofMinutes(1), 256_000))),
        usages.of((MetricQuery.PodResource) cpu));
  }

  /** Usages are kept while the second query waits, and several reads have them at once. */
  @Test
  void containersOfAllPodsTakeLimitedMemory() throws UnansweredException {
    PodUsages usages = new PodUsages(Duration.ofMinutes(1), List.of("a"), 13_000);
    for (int i = 0; i < 100; i++) {
      usages.add("cpu", "pod", "container", sample(i));
      usages.add("cpu", "pod", "container", sample(i));
    }
    UnansweredException failure =
        assertThrows(
            UnansweredException.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                usages.add("memory", "pod", "container", sample(i));
              }
            });
    assertEquals(
        "series of its pods name more containers than fit in memory", failure.getMessage());
  }
}
