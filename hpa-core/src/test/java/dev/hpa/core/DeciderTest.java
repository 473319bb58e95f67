package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.defaultDown;
import static dev.hpa.core.Fixtures.defaultUp;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static dev.hpa.core.Fixtures.scale;
import static dev.hpa.core.Fixtures.scaleToZero;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeciderTest {

  private static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(50)));
  private static final MetricResult BROKEN =
      new MetricFailure(MetricFailure.Category.NO_DATA, "no metrics returned from it");

  private static MetricSpec external(String name, String average) {
    return MetricSpec.of(
        new MetricSpec.ExternalMetric(
            new MetricIdentifier(name, null), MetricTarget.averageValue(Quantity.parse(average))));
  }

  private static MetricResult series(long milli) {
    return MetricReading.Series.of(List.of(milli));
  }

  private static Decision decide(
      HorizontalPodAutoscaler hpa, Scale scale, History history, MetricResult... readings) {
    return decide(hpa, scale, history, Settings.DEFAULTS, readings);
  }

  private static Decision decide(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      History history,
      Settings settings,
      MetricResult... readings) {
    return Decider.decide(
        Situation.of(
            hpa,
            scale,
            Planner.plan(hpa, scale, settings),
            new Selection(readyPods(scale.specReplicas(), "1"), List.of()),
            List.of(readings),
            history,
            settings,
            NOW));
  }

  private static Conclusion ended(Decision decision) {
    return assertInstanceOf(Decision.Ended.class, decision).conclusion();
  }

  private static Decision.Rescale rescale(Decision decision) {
    return assertInstanceOf(Decision.Rescale.class, decision);
  }

  private static String condition(HpaStatus status, String type) {
    return status.conditionsOrEmpty().stream()
        .filter(each -> each.type().equals(type))
        .map(each -> each.status() + "/" + each.reason())
        .findFirst()
        .orElse("absent");
  }

  @Test
  void theReasonIsFixedBeforeNormalization() {
    History earlier = recommended(recommendation(10, 120));
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, external("queue", "10"));
    Decision.Rescale falling = rescale(decide(hpa, scale(5), earlier, series(30_000)));
    assertEquals(10, falling.desired());
    assertEquals("All metrics below target", falling.reason());
    Decision.Rescale steady = rescale(decide(hpa, scale(5), earlier, series(50_000)));
    assertEquals(10, steady.desired());
    Conclusion done = steady.conclude(new ScaleOutcome.Written(), NOW);
    assertEquals(
        List.of(HpaEvent.normal("SuccessfulRescale", "New size: 10; reason: ")),
        done.eventsBefore());
  }

  @Test
  void boundsWinOverEverything() {
    HorizontalPodAutoscaler hpa =
        autoscaler(
            1,
            10,
            new Behavior(
                defaultUp(),
                Fixtures.rules(3600, Behavior.ScalingRules.DISABLED, Fixtures.percent(1, 60))),
            CPU);
    Decision.Rescale above = rescale(decide(hpa, scale(50), History.EMPTY));
    assertEquals(10, above.desired());
    Conclusion done = above.conclude(new ScaleOutcome.Written(), NOW);
    assertNull(done.status().currentMetrics());
    assertEquals(50, done.status().currentReplicas());
    assertEquals(10, done.status().desiredReplicas());
    assertEquals("absent", condition(done.status(), HpaCondition.SCALING_LIMITED));
    assertEquals(List.of(new History.ScaleEvent(40, NOW, false)), done.history().scaleDowns());
    assertTrue(done.history().recommendations().isEmpty());

    Decision.Rescale below =
        rescale(decide(autoscaler(40, 50, null, CPU), scale(1), History.EMPTY));
    assertEquals(40, below.desired());
    assertEquals("Current number of replicas below Spec.MinReplicas", below.reason());
  }

  @Test
  void zeroReplicasOfOthersDisable() {
    Conclusion end = ended(decide(autoscaler(1, 10, null, CPU), scale(0), History.EMPTY));
    assertEquals(0, end.desiredReplicas());
    assertEquals("False/ScalingDisabled", condition(end.status(), HpaCondition.SCALING_ACTIVE));
  }

  @Test
  void aFailingMetricHoldsBackScaleDownsOnly() {
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 100, null, external("a", "10"), external("b", "10"));
    assertEquals(
        6, rescale(decide(hpa, scale(5), History.EMPTY, BROKEN, series(60_000))).desired());

    Conclusion same = ended(decide(hpa, scale(5), History.EMPTY, BROKEN, series(50_000)));
    assertEquals("True/ValidMetricFound", condition(same.status(), HpaCondition.SCALING_ACTIVE));
    assertTrue(same.eventsAfter().isEmpty());
    assertEquals(
        "invalid metrics (1 invalid out of 2), first error is: failed to get a external metric"
            + " value: failed to get a external metric: unable to get external metric"
            + " shop/a/nil: no metrics returned from it",
        same.error());
    assertEquals(
        List.of("", "External"),
        same.status().currentMetricsOrEmpty().stream().map(MetricStatus::type).toList());

    Conclusion fewer = ended(decide(hpa, scale(5), History.EMPTY, BROKEN, series(40_000)));
    assertNull(fewer.desiredReplicas());
    assertEquals(
        "False/FailedGetExternalMetric", condition(fewer.status(), HpaCondition.SCALING_ACTIVE));
    assertEquals("FailedComputeMetricsReplicas", fewer.eventsAfter().getFirst().reason());
    assertEquals(History.EMPTY, fewer.history());
  }

  @Test
  void zeroIsNotYetAProposal() {
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 100, null, external("a", "10"), external("b", "10"));
    Decision zeros = decide(hpa, scale(5), History.EMPTY, series(0), series(0));
    assertEquals(
        "the HPA was able to successfully calculate a replica count from external metric b(nil)",
        message(zeros, HpaCondition.SCALING_ACTIVE));
    Decision two = decide(hpa, scale(5), History.EMPTY, series(20_000), series(0));
    assertEquals(
        "the HPA was able to successfully calculate a replica count from external metric a(nil)",
        message(two, HpaCondition.SCALING_ACTIVE));
    assertEquals(2, rescale(two).desired());
  }

  private static String message(Decision decision, String type) {
    HpaStatus status = rescale(decision).conclude(new ScaleOutcome.Written(), NOW).status();
    return status.conditionsOrEmpty().stream()
        .filter(each -> each.type().equals(type))
        .map(HpaCondition::message)
        .findFirst()
        .orElse("");
  }

  @Test
  void aRefusedWriteKeepsTheRecommendationAndNoChange() {
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 100, new Behavior(defaultUp(), defaultDown()), external("a", "10"));
    Decision.Rescale wanted = rescale(decide(hpa, scale(5), History.EMPTY, series(70_000)));
    Conclusion refused = wanted.conclude(new ScaleOutcome.Refused("boom"), NOW);
    assertEquals(1, refused.history().recommendations().size());
    assertTrue(refused.history().scaleUps().isEmpty());
    assertEquals(
        "New size: 7; reason: external metric a(nil) above target; error: boom",
        refused.eventsBefore().getFirst().message());
    assertEquals("failed to rescale Deployment/shop/web: boom", refused.error());
    assertNull(refused.status().lastScaleTime());
    Conclusion written = wanted.conclude(new ScaleOutcome.Written(), NOW);
    assertEquals(List.of(new History.ScaleEvent(2, NOW, false)), written.history().scaleUps());
    assertEquals(NOW, written.status().lastScaleTime());
  }

  @Test
  void onlyTheAutoscalerThatScaledToZeroScalesFromZero() {
    HorizontalPodAutoscaler hpa = autoscaler(0, 10, null, external("queue", "10"));
    Settings gate = scaleToZero();
    Decision.Rescale leaving = rescale(decide(hpa, scale(5), History.EMPTY, gate, series(0)));
    assertEquals(0, leaving.desired());
    HpaStatus asleep = leaving.conclude(new ScaleOutcome.Written(), NOW).status();
    assertEquals("True/ScaledToZero", condition(asleep, HpaCondition.SCALED_TO_ZERO));

    HorizontalPodAutoscaler own = hpa.withStatus(asleep);
    Decision.Rescale back = rescale(decide(own, scale(0), History.EMPTY, gate, series(30_000)));
    assertEquals(3, back.desired());
    assertEquals(
        "False/NotScaledToZero",
        condition(
            back.conclude(new ScaleOutcome.Written(), NOW).status(), HpaCondition.SCALED_TO_ZERO));
    assertEquals(0, ended(decide(hpa, scale(0), History.EMPTY, gate)).desiredReplicas());
  }

  @Test
  void release136DropsTheObservedGeneration() {
    HpaStatus before = new HpaStatus(7L, ago(60), 5, 5, null, List.of());
    Conclusion end =
        ended(
            decide(
                autoscaler(1, 10, null, external("a", "10")).withStatus(before),
                scale(5),
                History.EMPTY,
                Settings.defaults(KubernetesVersion.V1_36),
                series(50_000)));
    assertNull(end.status().observedGeneration());
    assertEquals(ago(60), end.status().lastScaleTime());
    assertTrue(end.statusChanged());
  }

  @Test
  void theSameAgainChangesNoStatus() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 10, null, external("a", "10"));
    HpaStatus first = ended(decide(hpa, scale(5), History.EMPTY, series(50_000))).status();
    assertFalse(
        ended(decide(hpa.withStatus(first), scale(5), History.EMPTY, series(50_000)))
            .statusChanged());
  }

  @Test
  void whateverIsMeasuredTheResultIsWithinTheBounds() {
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      int min = 1 + random.nextInt(10);
      int max = min + random.nextInt(10);
      int current = random.nextInt(30);
      HorizontalPodAutoscaler hpa =
          autoscaler(
              min,
              max,
              random.nextBoolean() ? null : new Behavior(defaultUp(), defaultDown()),
              external("a", "10"));
      History history =
          random.nextBoolean()
              ? History.EMPTY
              : recommended(recommendation(random.nextInt(60), random.nextInt(400)));
      Decision decision = decide(hpa, scale(current), history, series(random.nextInt(500_000)));
      int desired =
          switch (decision) {
            case Decision.Rescale wanted -> wanted.desired();
            case Decision.Ended end ->
                end.conclusion().desiredReplicas() == null
                    ? -1
                    : end.conclusion().desiredReplicas();
          };
      String place = "seed " + seed + ": " + desired + " from " + current;
      assertTrue(current == 0 ? desired == 0 : min <= desired && desired <= max, place);
    }
  }

  @Test
  void cpuIsMeasuredThroughAWholeDecision() {
    Decision.Rescale wanted =
        rescale(
            decide(
                autoscaler(1, 10, null, CPU),
                scale(2),
                History.EMPTY,
                MetricReading.PodValues.of(podValues(1000, 1000))));
    assertEquals(4, wanted.desired());
    assertEquals("cpu resource utilization (percentage of request) above target", wanted.reason());
  }
}
