package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.pending;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.PodClassification.Group;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading.PodValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodSamplesTest {

  private static PodSamples samples(List<Pod> pods, PodValue... reading) throws MetricProblem {
    return PodSamples.of(pods, List.of(reading), "cpu", Settings.DEFAULTS, NOW);
  }

  @Test
  void valuesFindTheirPodsInAnyOrder() throws MetricProblem {
    List<Pod> pods = readyPods(3, "1");
    Map<String, Long> wanted = Map.of("p0", 10L, "p1", 11L, "p2", 12L);
    assertEquals(wanted, samples(pods, value("p0", 10), value("p1", 11), value("p2", 12)).byPod());
    assertEquals(wanted, samples(pods, value("p2", 12), value("p0", 10), value("p1", 11)).byPod());
  }

  @Test
  void aPodWithoutValueIsMissingAtAnyPosition() throws MetricProblem {
    List<Pod> pods = readyPods(3, "1");
    for (int missing = 0; missing < 3; missing++) {
      PodValue one = value("p" + (missing + 1) % 3, 10);
      PodValue other = value("p" + (missing + 2) % 3, 20);
      PodSamples samples = samples(pods, one, other);
      assertTrue(samples.has(Group.MISSING, pod -> true));
      assertFalse(samples.counts(missing));
      assertEquals(2, samples.ready());
      assertEquals(30, samples.sum(Settings.DEFAULTS).dividedBy(1));
    }
  }

  @Test
  void theLastOfSeveralValuesCountsOnceEvenBetweenOthers() throws MetricProblem {
    List<Pod> pods = readyPods(2, "1");
    PodSamples samples = samples(pods, value("p0", 1), value("p0", 2), value("p1", 3));
    assertEquals(Map.of("p0", 2L, "p1", 3L), samples.byPod());
    PodSamples apart = samples(pods, value("p0", 1), value("p1", 3), value("p0", 2));
    assertEquals(Map.of("p0", 2L, "p1", 3L), apart.byPod());
    assertEquals(2, apart.size());
  }

  @Test
  void unmatchedPodsCountInSumsAndSizes() throws MetricProblem {
    PodSamples samples = samples(readyPods(1, "1"), value("ghost", 5), value("p0", 7));
    assertEquals(12, samples.sum(Settings.DEFAULTS).dividedBy(1));
    assertEquals(2, samples.size());
    assertEquals(1, samples.ready());
    assertEquals(Map.of("ghost", 5L, "p0", 7L), samples.byPod());
  }

  @Test
  void fillingInLeavesTheSamplesAsTheyWere() throws MetricProblem {
    List<Pod> pods = List.of(readyPods(1, "1").getFirst(), pending("p1", requesting("1")));
    PodSamples samples = samples(pods, value("p0", 7));
    PodSamples filled = samples.filled(Group.UNREADY, pod -> true, pod -> 5);
    assertEquals(Map.of("p0", 7L, "p1", 5L), filled.byPod());
    assertEquals(2, filled.size());
    assertEquals(1, filled.ready());
    assertEquals(Map.of("p0", 7L), samples.byPod());
  }
}
