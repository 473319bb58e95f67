package dev.hpa.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CountersTest {

  private static final String RECONCILIATIONS =
      """
      # TYPE horizontal_pod_autoscaler_controller_reconciliations_total counter
      horizontal_pod_autoscaler_controller_reconciliations_total{action="none",error="none"} 40
      horizontal_pod_autoscaler_controller_reconciliations_total{action="scale_up",error="none"} 2
      """;

  @Test
  void readsThePagesOfJavaAndGo() {
    assertEquals(
        new Counters(42L, 1_048_576L),
        Counters.of(RECONCILIATIONS + "jvm_gc_memory_allocated_bytes_total 1.048576e+06\n"));
    assertEquals(
        new Counters(42L, 2_000L),
        Counters.of(RECONCILIATIONS + "go_memstats_alloc_bytes_total 2000\n"));
    assertEquals(Counters.NONE, Counters.of("other_total 1\n"));
  }

  @Test
  void aProcessWithoutAValueLeavesTheSumUnknown() {
    Counters both = new Counters(3L, 10L);
    assertEquals(new Counters(6L, 20L), both.plus(both));
    assertEquals(new Counters(4L, null), both.plus(new Counters(1L, null)));
  }

  @Test
  void theFirstValueIsAnIncreaseFromZero() {
    Counters now = new Counters(5L, null);
    assertEquals(new Counters(5L, null), now.since(Counters.NONE));
    assertEquals(new Counters(2L, null), now.since(new Counters(3L, 100L)));
  }
}
