package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Histories of replicas under faults. More seeds than in the build: {@code
 * -Dhpa.shards.seeds=5000}; one seed with its log: {@code -Dhpa.shards.seed=17}.
 */
@NullMarked
class ShardHistoryTest {

  private static final int SEEDS = Integer.getInteger("hpa.shards.seeds", 40);
  private static final long ONE = Long.getLong("hpa.shards.seed", -1);

  @Test
  void noTwoReplicasWriteANamespaceAndNoneIsUndecidedForLong() {
    long first = ONE < 0 ? 0 : ONE;
    double longest = 0;
    long writes = 0;
    for (long seed = first; seed < first + (ONE < 0 ? SEEDS : 1); seed++) {
      ShardSimulation run = new ShardSimulation(seed, SimulatedCluster.Fault.NONE);
      run.run();
      List<String> violations = run.violations();
      assertEquals(List.of(), violations, "seed " + seed + "\n" + String.join("\n", run.cluster.log()));
      longest = Math.max(longest, run.cluster.longest());
      writes += run.cluster.history.writes();
    }
    assertTrue(writes > 0);
    System.getLogger("shards")
        .log(
            System.Logger.Level.INFO,
            "%d seeds, %d writes, longest time without a decision after one fault: %.1f s"
                .formatted(SEEDS, writes, longest));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void theChecksFindDeliberateErrors(SimulatedCluster.Fault fault) {
    assertTrue(
        LongStream.range(0, 100)
            .anyMatch(
                seed -> {
                  ShardSimulation run = new ShardSimulation(seed, fault);
                  run.run();
                  return run.violations().stream().anyMatch(each -> each.contains(fault.violation));
                }),
        () -> fault + " was not found");
  }
}
