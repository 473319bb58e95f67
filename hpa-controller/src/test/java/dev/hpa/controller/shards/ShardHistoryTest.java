package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Histories of replicas under faults. Other seeds than those of the build: {@code
 * -Dhpa.shards.seeds=5000} for the number, {@code -Dhpa.shards.seed=17} for the first one, after
 * which only that one is run unless the number is set too.
 */
@NullMarked
class ShardHistoryTest {

  private static final long FIRST = Long.getLong("hpa.shards.seed", 0);
  private static final int SEEDS =
      Integer.getInteger(
          "hpa.shards.seeds", System.getProperty("hpa.shards.seed") == null ? 15 : 1);

  @Test
  void noTwoReplicasWriteANamespaceAndNoneIsUndecidedForLong() {
    double longest = 0;
    long writes = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      ShardSimulation run = new ShardSimulation(seed, SimulatedCluster.Fault.NONE);
      run.run();
      List<String> violations = run.violations();
      assertTrue(
          violations.isEmpty(), "seed %d: %s".formatted(seed, run.cluster.report(violations)));
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
        LongStream.range(fault.seed, fault.seed + 100)
            .anyMatch(
                seed -> {
                  ShardSimulation run = new ShardSimulation(seed, fault);
                  run.run();
                  return run.violations().stream().anyMatch(each -> each.contains(fault.violation));
                }),
        () -> fault + " was not found");
  }
}
