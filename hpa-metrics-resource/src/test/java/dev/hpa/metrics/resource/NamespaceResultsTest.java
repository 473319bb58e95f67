package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.ResponseMemory;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
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
  void valuesCountInTheMemoryOfTheResponse() throws IOException {
    AtomicLong taken = new AtomicLong();
    ResponseMemory.of(
        taken::addAndGet,
        () -> {
          NamespaceResults all = results();
          for (int i = 0; i < 100; i++) {
            all.add(pod(i));
          }
          return all;
        });
    assertTrue(taken.get() >= 100 * SELECTORS * 2 * 50, taken.get() + " bytes");
  }

  @Test
  void whatTakesTooMuchEndsTheList() {
    AtomicLong pods = new AtomicLong();
    ResponseMemory.Budget none =
        bytes -> {
          if (pods.get() == 3) {
            throw new IOException("too much");
          }
        };
    NamespaceResults all = results();
    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                ResponseMemory.of(
                    none,
                    () -> {
                      for (int i = 0; i < 100; i++) {
                        all.add(pod(i));
                        pods.incrementAndGet();
                      }
                      return all;
                    }));
    assertEquals("too much", failure.getMessage());
    assertEquals(3, pods.get());
  }
}
