package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole loops with less memory for syncs than they need. */
@Tag("security")
class SyncMemoryLoopTest {

  private static final int HPAS = 12;

  /** What can be seen of some HPAs after some minutes. */
  private static List<String> seen(MemoryPool memory) throws Exception {
    List<String> seen = new ArrayList<>();
    try (OptionsCluster cluster = new OptionsCluster(ControllerOptions.DEFAULTS)) {
      cluster.memory(memory);
      cluster.restart(ControllerOptions.DEFAULTS);
      for (int i = 0; i < HPAS; i++) {
        cluster.deployment("web-" + i, 1 + i % 3, 30 + 10 * i);
        cluster.autoscaler(
            "web-" + i, "web-" + i, "fallback-replicas", "50", "fallback-after", "10s");
      }
      cluster.run(Duration.ofMinutes(3));
      for (int i = 0; i < HPAS; i++) {
        String name = "web-" + i;
        seen.add(
            "%s: %d replicas, %s, %s, %d syncs"
                .formatted(
                    name,
                    cluster.replicas(name),
                    cluster.condition(name, "ScalingActive"),
                    cluster.condition(name, "FallbackActive"),
                    cluster.syncs(name)));
      }
      for (String each : List.of("FailedGetPodsMetric", "FallbackActivated", "SuccessfulRescale")) {
        seen.add(each + ": " + cluster.sent(each));
      }
      boolean isDeferred = cluster.controller().loop().deferred() > 0;
      assertEquals(memory.size(MemoryPart.SYNCS) < 1_000, isDeferred);
      assertTrue(cluster.controller().loop().waitingForMemory().isEmpty());
    }
    return seen;
  }

  /** Not even with fallbacks, which follow failures of metrics. */
  @Test
  void decisionsDoNotDependOnTheMemory() throws Exception {
    assertEquals(seen(new MemoryPool(1L << 40)), seen(new MemoryPool(1_000)));
  }
}
