package dev.hpa.controller.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrendTest {

  @Test
  void outliersAreNoGrowth() {
    assertEquals(
        Optional.empty(),
        Trend.growth("heap", List.of(100L, 101L, 99L, 100L, 900L, 102L, 99L, 101L, 800L), 0.1, 0));
  }

  @Test
  void aLeakIsGrowth() {
    Optional<String> growth =
        Trend.growth("heap", List.of(100L, 110L, 120L, 130L, 140L, 150L), 0.2, 5);
    assertTrue(growth.orElseThrow().startsWith("heap: median grew from 110 to 150"), growth::get);
  }

  @Test
  void toleranceAndAllowanceAddUp() {
    assertEquals(
        Optional.empty(), Trend.growth("heap", List.of(100L, 100L, 0L, 0L, 130L, 130L), 0.2, 10));
  }

  @Test
  void fewSamplesAreInconclusive() {
    assertEquals(Optional.empty(), Trend.growth("heap", List.of(1L, 100L), 0, 0));
  }
}
