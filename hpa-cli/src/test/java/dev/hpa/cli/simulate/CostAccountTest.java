package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CostAccountTest {

  private static final Instant START = RecordedLoad.UNDATED_START;

  /** From 0 to 600 in 10 minutes, 1 unit per second. */
  private static final Demand RISING =
      new Demand(
          RecordedLoad.undated(
              "rising",
              List.of(
                  new LoadSample(Duration.ZERO, 0), new LoadSample(Duration.ofMinutes(10), 600)),
              RecordingOptions.DEFAULT),
          Map.of(),
          null,
          null);

  private static CostAccount ledger(@Nullable Double capacityPerPod) {
    return new CostAccount(START, RISING, capacityPerPod, 5, 3);
  }

  @Test
  void sumsUpReplicasAndPods() {
    CostAccount ledger = ledger(null);
    ledger.advance(START.plusSeconds(100), 3, 3);
    ledger.replicas(5);
    ledger.advance(START.plusSeconds(150), 5, 3);
    ledger.replicas(2);
    ledger.advance(START.plusMillis(200_500), 2, 2);
    VariantSummary summary = ledger.summary(1, 1, 1, 13, 0);
    assertEquals(2, summary.minReplicas());
    assertEquals(5, summary.maxReplicas());
    assertEquals((300 + 250 + 101) / 200.5, summary.avgReplicas(), 1e-9);
    assertEquals((300 + 250 + 101) / 3600.0, summary.podHours(), 1e-9);
    assertEquals(Duration.ofSeconds(50), summary.atMax());
    assertNull(summary.unmet(), "the capacity of a pod is unknown");
  }

  @Test
  void demandBeyondReadyPodsIsUnmet() {
    CostAccount ledger = ledger(100.0);
    // The 3 ready pods serve 300 units, which is the demand after 300 s.
    ledger.advance(START.plusSeconds(100), 3, 3);
    assertEquals(0, ledger.unmet());
    ledger.advance(START.plusMillis(400_500), 3, 3);
    assertEquals(100.5 * 100.5 / 2, ledger.unmet(), 1e-9);
    ledger.advance(START.plusSeconds(600), 3, 6);
    VariantSummary.Unmet unmet = ledger.summary(0, 0, 0, 0, 0).unmet();
    assertNotNull(unmet);
    assertEquals(100.5 * 100.5 / 2 / (600 * 300), unmet.share(), 1e-12);
    assertEquals(Duration.ofMillis(100_500), unmet.time());
    assertEquals(START.plusSeconds(360), unmet.worstMinute());
    assertEquals(40.5 * (60 + 100.5) / 2 / (60 * 390), unmet.worstShare(), 1e-12);
  }

  @Test
  void gapsAreNeitherDemandNorUnmet() {
    RecordedLoad load =
        RecordedLoad.undated(
            "gap",
            List.of(
                new LoadSample(Duration.ZERO, 4),
                new LoadSample(Duration.ofSeconds(100), 4),
                new LoadSample(Duration.ofSeconds(200), Double.NaN),
                new LoadSample(Duration.ofSeconds(300), 4)),
            RecordingOptions.DEFAULT);
    CostAccount ledger = new CostAccount(START, new Demand(load, Map.of(), null, null), 1.0, 5, 3);
    ledger.advance(START.plusSeconds(300), 3, 3);
    VariantSummary summary = ledger.summary(0, 0, 0, 0, 0);
    VariantSummary.Unmet unmet = summary.unmet();
    assertNotNull(unmet);
    assertEquals(0.25, unmet.share(), 1e-6);
    assertEquals(100, unmet.time().toMillis() / 1000.0, 1e-3);
    assertEquals(3, summary.avgReplicas(), 1e-12, "replicas are counted throughout");
  }

  @Test
  void demandEqualToCapacityIsMet() {
    RecordedLoad load =
        RecordedLoad.undated(
            "steady",
            List.of(new LoadSample(Duration.ZERO, 2.1), new LoadSample(Duration.ofMinutes(1), 2.1)),
            RecordingOptions.DEFAULT);
    // In binary fractions 3 × 0.7 is less than 2.1.
    CostAccount ledger = new CostAccount(START, new Demand(load, Map.of(), null, null), 0.7, 5, 3);
    ledger.advance(START.plusSeconds(60), 3, 3);
    VariantSummary.Unmet unmet = ledger.summary(0, 0, 0, 0, 0).unmet();
    assertNotNull(unmet);
    assertEquals(Duration.ZERO, unmet.time());
  }
}
