package dev.hpa.controller.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Autoscalers with random windows, policies and load decide after restarts as without restarts.
 * Each run is determined by its seed.
 */
class RestartTest {

  private static final int RUNS = Integer.getInteger("hpa.state.runs", 25);
  private static final Duration LENGTH = Duration.ofHours(3);

  /** Later, so that a rescale that a restart delays is still part of the run. */
  private static final Duration LAST_CHANGE = LENGTH.minusMinutes(20);

  /**
   * The shortest time between two changes of the load, in seconds. A crash loses up to 30 s of
   * recommendations, so that windows end that much earlier; the autoscaler reaches its count before
   * the next change nevertheless.
   */
  private static final int MINUTES_20 = 1200;

  private static final StateOptions NONE = StateOptions.DEFAULTS;
  private static final StateOptions SAVED = NONE.withStorage(StateStorage.CONFIG_MAP);

  /** How controllers of a run end. */
  private enum End {
    NEVER,
    PLANNED,
    CRASH,
    /** The shard moves to another replica, and later back to this one. */
    HANDED_OVER
  }

  private static int pick(Random random, int... values) {
    return values[random.nextInt(values.length)];
  }

  private static HorizontalPodAutoscaler autoscaler(Random random, boolean fallsBack) {
    boolean byPods = random.nextBoolean();
    boolean byPodsDown = random.nextBoolean();
    String behavior =
        random.nextInt(5) == 0
            ? ""
            : """
              , "behavior": {
                "scaleUp": {"stabilizationWindowSeconds": %d, "policies": [
                  {"type": "%s", "value": %d, "periodSeconds": %d}]},
                "scaleDown": {"stabilizationWindowSeconds": %d, "policies": [
                  {"type": "%s", "value": %d, "periodSeconds": %d}]}}
              """
                .formatted(
                    pick(random, 0, 0, 30, 60),
                    byPods ? "Pods" : "Percent",
                    byPods ? pick(random, 3, 5, 8) : pick(random, 50, 100),
                    pick(random, 30, 60, 120),
                    pick(random, 60, 120, 300),
                    byPodsDown ? "Pods" : "Percent",
                    byPodsDown ? pick(random, 4, 6, 10) : pick(random, 40, 60),
                    pick(random, 30, 60));
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web", "uid": "u-1", "annotations": {%s}},
         "spec": {"minReplicas": 1, "maxReplicas": 20,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
           "metrics": [{"type": "External", "external": {"metric": {"name": "queue"},
             "target": {"type": "AverageValue", "averageValue": "10"}}}]%s}}
        """
            .formatted(
                fallsBack
                    ? "\"hpa.dev/fallback-replicas\": \"12\", \"hpa.dev/fallback-after\": \"2m\""
                    : "",
                behavior));
  }

  /**
   * A load that changes after random times.
   *
   * @param shortest shortest time between two changes, in seconds
   */
  private static Function<Duration, MetricResult> load(Random random, int shortest, boolean fails) {
    TreeMap<Long, MetricResult> values = new TreeMap<>();
    for (long at = 0; at < LAST_CHANGE.toSeconds(); at += shortest + random.nextInt(shortest)) {
      values.put(
          at,
          fails && random.nextInt(4) == 0
              ? new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "no answer")
              : MetricReading.Series.of(List.of(10_000L * (1 + random.nextInt(20)))));
    }
    return time -> values.floorEntry(time.toSeconds()).getValue();
  }

  private static List<RestartedController.Write> run(
      long seed, StateOptions options, End end, int shortest) throws InterruptedException {
    Random random = new Random(seed);
    boolean fallsBack = random.nextInt(4) == 0;
    HorizontalPodAutoscaler hpa = autoscaler(random, fallsBack);
    try (RestartedController controller =
        new RestartedController(
            hpa, 1 + random.nextInt(10), options, load(random, shortest, fallsBack))) {
      Duration next = Duration.ZERO;
      while (true) {
        next = next.plusSeconds(40 + random.nextInt(260));
        if (next.compareTo(LENGTH) >= 0) {
          controller.runUntil(LENGTH);
          return controller.writes();
        }
        controller.runUntil(next);
        switch (end) {
          case NEVER -> {}
          case PLANNED -> controller.restart();
          case CRASH -> controller.crash();
          case HANDED_OVER -> controller.handOver();
        }
      }
    }
  }

  private static List<Integer> counts(List<RestartedController.Write> writes) {
    return writes.stream().map(RestartedController.Write::replicas).toList();
  }

  @Tag("thorough")
  @Test
  void writesTheSameCountsAtTheSameTimesAfterPlannedRestarts() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      assertEquals(
          run(seed, NONE, End.NEVER, 15), run(seed, SAVED, End.PLANNED, 15), "seed " + seed);
    }
  }

  @Test
  void writesTheSameCountsAtTheSameTimesWhenReplicasHandOver() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      assertEquals(
          run(seed, NONE, End.NEVER, 15), run(seed, SAVED, End.HANDED_OVER, 15), "seed " + seed);
    }
  }

  @Test
  void writesTheSameCountsAfterCrashes() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      assertEquals(
          counts(run(seed, NONE, End.NEVER, MINUTES_20)),
          counts(run(seed, SAVED, End.CRASH, MINUTES_20)),
          "seed " + seed);
    }
  }

  @Test
  void writesOtherCountsAfterRestartsWithoutState() throws Exception {
    int differing = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      if (!counts(run(seed, NONE, End.NEVER, MINUTES_20))
          .equals(counts(run(seed, NONE, End.CRASH, MINUTES_20)))) {
        differing++;
      }
    }
    assertTrue(differing > RUNS / 5, "only " + differing + " of " + RUNS + " runs differ");
  }
}
