package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static dev.hpa.core.Fixtures.scale;
import static dev.hpa.core.Fixtures.scaleToZero;
import static dev.hpa.core.Fixtures.withoutScaleToZero;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users read at the end of the less usual cycles, whole. */
class CycleTextsTest {

  private static final MetricSpec QUEUE =
      MetricSpec.of(
          new MetricSpec.ExternalMetric(
              new MetricIdentifier("queue", null), MetricTarget.averageValue(Quantity.parse("1"))));
  private static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(50)));

  private static Situation situation(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      List<String> owners,
      History history,
      Settings settings,
      MetricResult... readings) {
    return Situation.of(
        hpa,
        scale,
        Planner.plan(hpa, scale, settings),
        new Selection(readyPods(3, "1"), owners),
        List.of(readings),
        history,
        settings,
        NOW);
  }

  private static Conclusion ended(Situation situation) {
    return assertInstanceOf(Decision.Ended.class, Decider.decide(situation)).conclusion();
  }

  private static String message(HpaStatus status, String type) {
    return status.conditionsOrEmpty().stream()
        .filter(condition -> condition.type().equals(type))
        .map(condition -> condition.reason() + ": " + condition.message())
        .findFirst()
        .orElse("absent");
  }

  private static MetricResult queue(long wholes) {
    return MetricReading.Series.of(List.of(wholes * 1000));
  }

  @Test
  void anUnreadableSelector() {
    Scale scale = new Scale("shop", "web", null, "7", 3, 3, "");
    Conclusion end =
        ended(
            situation(
                autoscaler(1, 9, null, QUEUE), scale, List.of(), History.EMPTY, Settings.DEFAULTS));
    assertEquals(
        "InvalidSelector: the HPA target's scale is missing a selector",
        message(end.status(), HpaCondition.SCALING_ACTIVE));
    assertEquals(
        List.of(HpaEvent.warning("SelectorRequired", "selector is required")), end.eventsBefore());
    assertEquals(
        List.of(HpaEvent.warning("FailedComputeMetricsReplicas", "selector is required")),
        end.eventsAfter());
    assertEquals(
        "failed to compute desired number of replicas based on listed metrics for"
            + " Deployment/shop/web: selector is required",
        end.error());
  }

  @Test
  void podsOfSeveralAutoscalers() {
    Conclusion end =
        ended(
            situation(
                autoscaler(1, 9, null, QUEUE),
                scale(3),
                List.of("shop/other", "shop/web"),
                History.EMPTY,
                Settings.DEFAULTS));
    String text =
        "pods by selector app=web are controlled by more than one HPA (e.g. [shop/other shop/web])";
    assertEquals("AmbiguousSelector: " + text, message(end.status(), HpaCondition.SCALING_ACTIVE));
    assertEquals(List.of(HpaEvent.warning("AmbiguousSelector", text)), end.eventsBefore());
  }

  @Test
  void aRecommendationHeldBack() {
    Conclusion end =
        ended(
            situation(
                autoscaler(1, 9, null, QUEUE),
                scale(3),
                List.of(),
                recommended(recommendation(3, 60)),
                Settings.DEFAULTS,
                queue(1)));
    assertEquals(
        "ScaleDownStabilized: recent recommendations were higher than current one, applying the"
            + " highest recent recommendation",
        message(end.status(), HpaCondition.ABLE_TO_SCALE));
    assertEquals(
        "DesiredWithinRange: the desired count is within the acceptable range",
        message(end.status(), HpaCondition.SCALING_LIMITED));
  }

  @Test
  void aBoundThatHolds() {
    Conclusion end =
        ended(
            situation(
                autoscaler(1, 3, null, QUEUE),
                scale(3),
                List.of(),
                History.EMPTY,
                Settings.DEFAULTS,
                queue(8)));
    assertEquals(
        "TooManyReplicas: the desired replica count is more than the maximum replica count",
        message(end.status(), HpaCondition.SCALING_LIMITED));
  }

  private static HorizontalPodAutoscaler wentToZero(int min) {
    return autoscaler(min, 9, null, QUEUE)
        .withStatus(
            new HpaStatus(
                null,
                null,
                0,
                0,
                null,
                List.of(
                    new HpaCondition(
                        HpaCondition.SCALED_TO_ZERO, "True", ago(60), "ScaledToZero", ""))));
  }

  @Test
  void comingBackToAMinimumRaisedSince() {
    Situation raised =
        situation(wentToZero(4), scale(0), List.of(), History.EMPTY, scaleToZero(), queue(2));
    Decision.Rescale back = assertInstanceOf(Decision.Rescale.class, Decider.decide(raised));
    assertEquals(4, back.desired());
    assertEquals("external metric queue(nil) above target", back.reason());
    assertEquals(
        Decider.Adjustment.NONE,
        Tracer.trace(raised, back, back.conclude(new ScaleOutcome.Written(), NOW)).adjustment());
  }

  @Test
  void scalesFromZeroToTheMinimumWithoutLoad() {
    Situation idle =
        situation(wentToZero(4), scale(0), List.of(), History.EMPTY, scaleToZero(), queue(0));
    Decision.Rescale back = assertInstanceOf(Decision.Rescale.class, Decider.decide(idle));
    assertEquals(4, back.desired());
  }

  @Test
  void withoutTheGateTheScaledToZeroConditionIsRemoved() {
    Conclusion end =
        ended(situation(wentToZero(1), scale(0), List.of(), History.EMPTY, withoutScaleToZero()));
    assertEquals("absent", message(end.status(), HpaCondition.SCALED_TO_ZERO));
    HpaCondition never =
        new HpaCondition(HpaCondition.SCALED_TO_ZERO, "False", ago(60), "NotScaledToZero", "");
    Conclusion kept =
        ended(
            situation(
                autoscaler(1, 9, null, CPU)
                    .withStatus(new HpaStatus(null, null, 0, 0, null, List.of(never))),
                scale(0),
                List.of(),
                History.EMPTY,
                scaleToZero()));
    assertFalse(message(kept.status(), HpaCondition.SCALED_TO_ZERO).equals("absent"));
  }
}
