package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Planner;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricReading.PodValues;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The active controller decides with other settings from the very same inputs. */
class DecisionReplayTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final HorizontalPodAutoscaler WEB =
      HpaVersion.V2.decode(
          """
          {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
           "metadata": {"name": "web", "namespace": "shop"},
           "spec": {"minReplicas": 1, "maxReplicas": 20,
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
            "metrics": [{"type": "Resource",
             "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}]}}
          """);

  private final List<Pod> pods = new ArrayList<>();
  private final List<PodValue> values = new ArrayList<>();
  private History history = History.EMPTY;

  private static Settings settings(double tolerance, int window, int initialization, int delay) {
    return Settings.DEFAULTS
        .copy()
        .tolerance(tolerance)
        .downscaleStabilization(Duration.ofSeconds(window))
        .cpuInitializationPeriod(Duration.ofSeconds(initialization))
        .initialReadinessDelay(Duration.ofSeconds(delay))
        .build();
  }

  /** Pods that request 100m, and so use as many percent as milli-CPU. */
  private void pods(int count, long milli, Duration age, Duration sinceTransition, boolean ready) {
    for (int i = 0; i < count; i++) {
      String name = "web-" + pods.size();
      pods.add(
          new Pod(
              name,
              Pod.Phase.RUNNING,
              false,
              NOW.minus(age),
              new Pod.Readiness(
                  ready ? Pod.Readiness.Status.TRUE : Pod.Readiness.Status.FALSE,
                  NOW.minus(sinceTransition)),
              new PodResources(
                  List.of(
                      new PodResources.Container(
                          "web", false, Map.of("cpu", Quantity.parse("100m")))),
                  List.of(),
                  Map.of(),
                  Map.of())));
      values.add(PodValue.of(name, NOW.minusSeconds(3), Duration.ofSeconds(15), milli));
    }
  }

  private void oldPods(int count, long milli) {
    pods(count, milli, Duration.ofHours(1), Duration.ofHours(1), true);
  }

  private Situation situation(Settings settings) {
    Scale scale = new Scale("shop", "web", null, "1", pods.size(), pods.size(), "app=web");
    return Situation.of(
        WEB,
        scale,
        Planner.plan(WEB, scale, settings),
        new Selection(List.copyOf(pods), List.of()),
        List.of(PodValues.of(List.copyOf(values))),
        history.seeded(pods.size(), NOW.minusSeconds(400)),
        settings,
        NOW);
  }

  /** What the shadow makes of the decision of an active controller. */
  private DecisionReplay reassessed(Settings shadow, Decision active) {
    Situation ours = situation(shadow);
    return DecisionReplay.of(
        ours,
        List.of(new ClusterSnapshot(ours.pods(), pods.size(), NOW)),
        List.of(new Readings(ours.results(), false)),
        new ReportedMetrics(DecisionReplay.metrics(active)),
        List.of(ours.history()));
  }

  private void assertDifferenceReported(Settings active, Settings shadow) {
    assertDifferenceReported(active, shadow, true);
    assertDifferenceReported(shadow, active, true);
    assertDifferenceReported(active, active, false);
    assertDifferenceReported(shadow, shadow, false);
  }

  private void assertDifferenceReported(Settings active, Settings shadow, boolean reported) {
    Situation theirs = situation(active);
    Decision decision = Decider.decide(theirs);
    int count = DecisionReplay.count(decision, theirs.scale());
    assertEquals(
        reported, reassessed(shadow, decision).excludes(count), () -> active + " " + count);
  }

  @Test
  void detectsAnotherTolerance() {
    oldPods(5, 65);
    assertDifferenceReported(settings(0.1, 300, 300, 30), settings(0.9, 300, 300, 30));
  }

  @Test
  void detectsAnotherDownscaleStabilization() {
    oldPods(5, 20);
    history =
        new History(
            List.of(
                new History.Recommendation(5, NOW.minusSeconds(150)),
                new History.Recommendation(2, NOW.minusSeconds(15))),
            List.of(),
            List.of());
    assertDifferenceReported(settings(0.1, 300, 300, 30), settings(0.1, 60, 300, 30));
  }

  @Test
  void aCountBetweenTwoPossibleOnesIsExcluded() {
    oldPods(5, 65);
    Settings settings = settings(0.1, 300, 300, 30);
    Situation ours = situation(settings);
    DecisionReplay reassessed =
        DecisionReplay.of(
            ours,
            List.of(new ClusterSnapshot(ours.pods(), pods.size(), NOW)),
            List.of(new Readings(ours.results(), false), new Readings(values(5, 100), false)),
            new ReportedMetrics(List.of()),
            List.of(ours.history()));
    assertFalse(reassessed.excludes(7));
    assertFalse(reassessed.excludes(10));
    assertTrue(reassessed.excludes(8));
  }

  private static List<MetricResult> values(int count, long milli) {
    return List.of(
        PodValues.of(
            IntStream.range(0, count)
                .mapToObj(
                    each ->
                        PodValue.of(
                            "web-" + each, NOW.minusSeconds(3), Duration.ofSeconds(15), milli))
                .toList()));
  }

  @Test
  void remembersWhatExplainsTheCountAndTheReasons() {
    oldPods(5, 65);
    Settings settings = settings(0.1, 300, 300, 30);
    DecisionReplay reassessed = reassessed(settings, Decider.decide(situation(settings)));
    assertEquals(Set.of(7), reassessed.recommended(7, Map.of()));
    assertEquals(Set.of(7), reassessed.recommended(3, Map.of()));
  }

  @Test
  void detectsAnotherCpuInitializationPeriod() {
    oldPods(2, 90);
    pods(3, 90, Duration.ofSeconds(30), Duration.ofSeconds(10), true);
    assertDifferenceReported(settings(0.1, 300, 300, 30), settings(0.1, 300, 0, 30));
  }

  @Test
  void detectsAnotherInitialReadinessDelay() {
    oldPods(2, 90);
    pods(3, 90, Duration.ofMinutes(20), Duration.ofMinutes(18), false);
    assertDifferenceReported(settings(0.1, 300, 300, 30), settings(0.1, 300, 300, 600));
  }

  @Test
  void matchesOnlyTheReportedMetrics() {
    oldPods(5, 65);
    Settings settings = settings(0.1, 300, 300, 30);
    Decision active = Decider.decide(situation(settings));
    assertTrue(reassessed(settings, active).matched());
    values.replaceAll(
        each -> PodValue.of(each.pod(), each.timestamp(), each.window(), each.milli() + 1));
    assertFalse(reassessed(settings, active).matched());
  }
}
