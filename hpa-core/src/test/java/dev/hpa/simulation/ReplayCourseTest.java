package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayCourseTest {

  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  private static final Duration PERIOD = ReplaySetup.DEFAULT_SYNC_PERIOD;

  private static HorizontalPodAutoscaler hpa(String behavior) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"name": "web", "namespace": "shop"},
         "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "maxReplicas": 20, MORE
         "metrics": [{"type": "Resource", "resource": {"name": "cpu",
          "target": {"type": "Utilization", "averageUtilization": 50}}}]}}
        """
            .replace("MORE", behavior));
  }

  /** The replicas after each sync, from 4 on, of pods that serve half a core each. */
  private static List<Integer> replicas(
      HorizontalPodAutoscaler hpa, double load, int syncs, IntUnaryOperator known, int max) {
    ReplayResult result = replayed(hpa, load, syncs, known, max);
    return IntStream.range(0, result.syncs()).map(result::desired).boxed().toList();
  }

  private static ReplayResult replayed(
      HorizontalPodAutoscaler hpa, double load, int syncs, IntUnaryOperator known, int max) {
    double[] cores = new double[syncs];
    Arrays.fill(cores, load);
    ReplayCourse course =
        new ReplayCourse() {
          @Override
          public int replicas(Instant at, int replicas) {
            int other = known.applyAsInt((int) Duration.between(START, at).dividedBy(PERIOD));
            return other == 0 ? replicas : other;
          }

          @Override
          public HorizontalPodAutoscaler autoscaler(Instant at, HorizontalPodAutoscaler now) {
            return now.withSpec(now.spec().withReplicas(1, max));
          }
        };
    return Replay.run(
        ReplayWorkload.of(
            START,
            PERIOD,
            List.of(Samples.of(cores)),
            1,
            Map.of("cpu", Quantity.parse("1")),
            Duration.ofSeconds(1),
            4),
        hpa,
        ReplaySetup.of(OptionsReader.UNRESTRICTED.read(hpa, Map.of()), Settings.DEFAULTS)
            .withCourse(course));
  }

  @Test
  void aKnownScaleDownLowersTheHighestRecommendationOfTheWindow() {
    assertEquals(List.of(4, 4, 4, 4), replicas(hpa(""), 1, 4, sync -> 0, 20));
    assertEquals(List.of(4, 4, 2, 2), replicas(hpa(""), 1, 4, sync -> sync == 2 ? 2 : 0, 20));
  }

  @Test
  void aKnownScaleUpIsARecommendationOfTheWindow() {
    List<Integer> replicas = replicas(hpa(""), 2, 41, sync -> sync == 2 ? 8 : 0, 20);
    assertEquals(8, replicas.get(2));
    assertEquals(8, replicas.get(21));
    assertEquals(4, replicas.get(40));
  }

  @Test
  void aKnownScaleUpCountsForPolicies() {
    String behavior =
        """
        "behavior": {"scaleUp": {"policies": [{"type": "Pods", "value": 2, "periodSeconds": 60}]}},
        """;
    assertEquals(
        List.of(6, 6, 6, 6, 8), replicas(hpa(behavior), 4, 5, sync -> sync == 0 ? 6 : 0, 20));
  }

  @Test
  void theBoundsOfTheTimeApply() {
    assertEquals(List.of(3, 3), replicas(hpa(""), 2, 2, sync -> 0, 3));
  }

  @Test
  void theTimeAtTheMaximumIsThatInWhichMoreIsAskedFor() {
    assertEquals(0, replayed(hpa(""), 2, 9, sync -> 0, 4).figures().atMax(), "4 are enough");
    assertEquals(0, replayed(hpa(""), 2.1, 9, sync -> 0, 4).figures().atMax(), "in the tolerance");
    assertEquals(1, replayed(hpa(""), 3, 9, sync -> 0, 4).figures().atMax());
  }
}
