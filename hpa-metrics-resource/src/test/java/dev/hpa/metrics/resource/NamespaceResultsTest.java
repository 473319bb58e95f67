package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class NamespaceResultsTest {

  private static final int SELECTORS = 50;

  private static PodUsage pod(int number) {
    return new PodUsage(
        "shop",
        "web-" + number,
        true,
        Map.of("app", "web"),
        Instant.EPOCH,
        Duration.ofSeconds(15),
        List.of(
            new PodUsage.Container(
                "app", Map.of("cpu", MilliAmount.parse("1m"), "memory", MilliAmount.parse("2m")))));
  }

  /** All of them match all pods. */
  private static NamespaceResults results() {
    List<SelectorResults> results = new ArrayList<>();
    for (int i = 0; i < SELECTORS; i++) {
      Selector selector = Selector.parse("app=web,!key" + i);
      results.add(
          new SelectorResults(
              List.of(
                  new MetricQuery.PodResource("shop", selector, "cpu", null),
                  new MetricQuery.PodResource("shop", selector, "memory", null))));
    }
    return new NamespaceResults(results);
  }

  /** A small list of pods has values for each of many autoscalers. */
  @Test
  void allValuesOfAPodAreCounted() {
    assertEquals(SELECTORS * 2, results().add(pod(1)));
  }
}
