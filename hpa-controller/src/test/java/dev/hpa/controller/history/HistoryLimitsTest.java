package dev.hpa.controller.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.explain.TraceStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many metrics autoscalers have, and however many there are. */
@Tag("security")
class HistoryLimitsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = START.plus(Duration.ofHours(1));
  private static final long MAX = 4 << 20;

  private final DecisionHistory history = new DecisionHistory(Duration.ofHours(2), MAX);

  private void restore(String namespace, String name, int metrics, int samples) {
    List<MetricInfo> infos = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      infos.add(new MetricInfo("metric-" + i, false));
    }
    List<Sample> all = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      all.add(
          new Sample(
              START.plusSeconds(i),
              i,
              i,
              i,
              i,
              1,
              10_000,
              i,
              Set.of(),
              Collections.nCopies(metrics, MetricPoint.UNKNOWN)));
    }
    history.restore(new NamespacedName(namespace, name), new SavedSyncs(infos, all, null), END);
  }

  private List<Sample> samples(String namespace, String name) {
    return Objects.requireNonNull(history.of(new NamespacedName(namespace, name))).samples();
  }

  @Test
  void anAutoscalerWithManyMetricsKeepsItsLastSyncs() {
    restore("evil", "x", 1_000, 3_000);
    assertTrue(history.bytes() <= MAX / 64, () -> history.bytes() + " bytes");
    List<Sample> kept = samples("evil", "x");
    assertEquals(2_999, kept.getLast().current());
    assertEquals(3_000 - kept.size(), kept.getFirst().current());
    assertEquals(1_000, kept.getFirst().metrics().size());
  }

  @Test
  void manyAutoscalersOfOneNamespaceTakeNothingFromOthers() {
    for (int i = 0; i < 20; i++) {
      restore("shop", "web-" + i, 1, 240);
    }
    for (int i = 0; i < 2_000; i++) {
      restore("evil", "x-" + i, 1, 300);
      assertTrue(history.bytes() <= MAX, () -> history.bytes() + " bytes");
    }
    for (int i = 0; i < 20; i++) {
      assertEquals(240, samples("shop", "web-" + i).size());
    }
    for (int i = 0; i < 2_000; i++) {
      assertTrue(samples("evil", "x-" + i).size() > 0);
    }
    assertTrue(history.bytes() > MAX / 2, () -> "only " + history.bytes() + " bytes");
  }

  @Test
  void aLongExplanationEndsWithASentenceThatSaysSo() {
    List<String> sentences = Collections.nCopies(100, "x".repeat(10_000));
    KeptTrace trace = new KeptTrace(START, "shop/web", List.of(new TraceStep("Scale", sentences)));
    KeptTrace read = KeptTrace.parse(START, trace.text());
    assertTrue(trace.text().length() < KeptTrace.LONGEST + 200);
    assertEquals(
        "The rest is not kept: the explanation has more than 65536 characters.",
        read.steps().getLast().sentences().getLast());
    assertEquals("x".repeat(10_000), read.steps().getFirst().sentences().getFirst());
  }
}
