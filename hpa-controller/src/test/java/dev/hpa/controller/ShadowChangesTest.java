package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.wiring.Components;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of the users beside a controller in shadow mode, in a sandbox in virtual time. */
class ShadowChangesTest {

  private static final int SEEDS = Integer.getInteger("shadow.seeds", 1);
  private static final int FIRST_SEED = Integer.getInteger("shadow.seed", 1);

  static IntStream seeds() {
    return IntStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  /** Pods are created again under their names, shortly before a sync or after it. */
  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWhilePodsAreDeleted(int seed) throws Exception {
    Random random = new Random(seed);
    try (ShadowCluster cluster = new ShadowCluster()) {
      agrees(cluster, seed, () -> cluster.deletePods(random));
    }
  }

  /** A changed spec is synced at once: two scale events follow within a second. */
  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWhileSpecsChangeAfterScaleEvents(int seed) throws Exception {
    Random random = new Random(seed);
    try (ShadowCluster cluster = new ShadowCluster()) {
      agrees(cluster, seed, () -> edit(cluster, random));
    }
  }

  private static void agrees(ShadowCluster cluster, int seed, Runnable eachSecond)
      throws Exception {
    cluster.populateStateful(seed);
    cluster.start(ControllerOptions.DEFAULTS);
    Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
    cluster.runInOrder(Duration.ofMinutes(15), eachSecond);
    ShadowStatistics statistics = shadow.shadow().orElseThrow();
    assertEquals(0, statistics.differences(), () -> "" + statistics.differing());
    assertTrue(statistics.agreements() > 100, () -> "" + statistics.agreements());
  }

  /** Changes some of the targets in the second after a scale event. */
  private static void edit(ShadowCluster cluster, Random random) {
    for (int i = 0; i < 4; i++) {
      String name = "db" + i;
      ObjectNode hpa = cluster.tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, name);
      String last = hpa.at("/status/lastScaleTime").asText();
      String now = Timestamps.format(cluster.timeline.wall().minusSeconds(1));
      if (last.equals(now) && random.nextBoolean()) {
        cluster.edit(
            name,
            spec ->
                spec.withObject("/metrics/0/resource/target")
                    .put("averageUtilization", 40 + random.nextInt(40)));
      }
    }
  }
}
