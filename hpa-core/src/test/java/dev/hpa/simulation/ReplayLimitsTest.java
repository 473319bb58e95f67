package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A replay ends at its limits, whatever an autoscaler asks for. */
@Tag("security")
class ReplayLimitsTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final int SAMPLES = 40;

  private static HorizontalPodAutoscaler autoscaler(int min, int max) {
    return HpaDefaults.apply(
        HorizontalPodAutoscaler.of(
            ObjectMeta.named("shop", "web"),
            Json.read(
                Json.tree(
                    """
                    {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                     "minReplicas": %d, "maxReplicas": %d,
                     "metrics": [{"type": "Resource", "resource": {"name": "cpu",
                       "target": {"type": "Utilization", "averageUtilization": 50}}}]}
                    """
                        .formatted(min, max)),
                HpaSpec.class),
            HpaStatus.EMPTY));
  }

  private static ReplayWorkload workload(int replicas) {
    double[] load = new double[SAMPLES];
    Arrays.fill(load, 3);
    return ReplayWorkload.of(
        Instant.parse("2026-03-02T00:00:00Z"),
        PERIOD,
        List.of(Samples.of(load)),
        1,
        Map.of("cpu", Quantity.parse("1")),
        Duration.ofSeconds(30),
        replicas);
  }

  private static ReplayResult run(ReplayWorkload load, int min, int max, ReplayLimits limits) {
    return Replay.run(
        load,
        autoscaler(min, max),
        ReplaySetup.of(Options.NONE, Settings.DEFAULTS).withSyncPeriod(PERIOD).withLimits(limits));
  }

  private static String refusal(ReplayWorkload load, int min, int max, ReplayLimits limits) {
    return String.valueOf(
        assertThrows(ReplayLimitException.class, () -> run(load, min, max, limits)).getMessage());
  }

  @Test
  void manyMetricsLeaveRoomForFewerReplicas() {
    assertEquals(ReplayLimits.CLUSTER.replicas(), ReplayLimits.replicasWith(0));
    assertEquals(
        1 + Runtime.getRuntime().maxMemory() / 64 / 100_000, ReplayLimits.replicasWith(100_000));
  }

  @Test
  void theMostReplicasOfKubernetesAreNotCreated() {
    String message =
        refusal(workload(3), Integer.MAX_VALUE, Integer.MAX_VALUE, ReplayLimits.CLUSTER);
    assertEquals(
        "replicas: \"2147483647\" is more than 150000, the most that a replay supports; lower"
            + " minReplicas and maxReplicas",
        message);
  }

  @Test
  void norAreTheyAtTheStart() {
    ReplayWorkload load = workload(Integer.MAX_VALUE);
    refusal(load, 1, 10, ReplayLimits.CLUSTER);
  }

  @Test
  void aHighMaximumThatIsNotReachedIsReplayed() {
    ReplayResult result = run(workload(3), 1, Integer.MAX_VALUE, ReplayLimits.CLUSTER);
    assertEquals(SAMPLES, result.syncs());
    assertEquals(6, result.figures().peak());
  }

  @Test
  void aReplayEndsWhenItsTimeIsOver() {
    AtomicInteger left = new AtomicInteger(5);
    ReplayLimits limits = new ReplayLimits(100, 100, pods -> left.getAndDecrement() > 0);
    assertEquals(
        "replay: takes too long; use a shorter load, fewer replicas or fewer options",
        refusal(workload(3), 1, 10, limits));
    assertEquals(-1, left.get());
  }

  @Test
  void tooManySyncsAreRefusedBeforeTheFirst() {
    ReplayLimits limits =
        new ReplayLimits(100, SAMPLES - 1, pods -> Collections.<Boolean>emptyList().getFirst());
    assertEquals(
        "syncs: \"40\" are more than 39, the most of a replay; use a shorter load or a longer sync"
            + " period",
        refusal(workload(3), 1, 10, limits));
  }
}
