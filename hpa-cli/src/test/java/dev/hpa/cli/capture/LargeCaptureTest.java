package dev.hpa.cli.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an HPA and an adapter can make a capture compare; before, each of them took minutes. */
@Tag("security")
class LargeCaptureTest {

  private static final int SERIES = 10_000;

  @Test
  void seriesThatSeveralMetricsReadAreCapturedOnce() {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    List<Long> values = IntStream.range(0, SERIES).mapToObj(i -> 1000L * i).toList();
    for (int i = 0; i < 20; i++) {
      results.put(
          new MetricQuery.ExternalMetric("shop", "queue", Selector.parse("shard!=" + i), null),
          MetricReading.Series.of(values, Instant.parse("2026-01-01T00:00:00Z")));
    }
    List<ObjectNode> objects = CapturedMetrics.of(List.of(), results, "shop", Map.of()).objects();
    assertEquals(SERIES, objects.getFirst().path("items").size());
  }

  @Test
  void labelsOfManyRequirementsAreMadeOnce() {
    String values = IntStream.range(0, 4).mapToObj(i -> "v" + i).collect(Collectors.joining(","));
    Selector selector =
        Selector.parse(
            Stream.concat(
                    Collections.nCopies(254, "a in (" + values + ")").stream(),
                    Stream.of("a in (other)"))
                .collect(Collectors.joining(",")));
    SelectedLabels labels = new SelectedLabels(selector);
    List<Map<String, String>> unlabeled = Collections.nCopies(SERIES, Map.of());
    for (int i = 0; i < SERIES; i++) {
      assertEquals(Map.of("a", "v0"), labels.of(unlabeled, i));
    }
  }
}
