package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.scale;
import static dev.hpa.core.Fixtures.scaleToZero;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.OTHER;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.status;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.behavior.History;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FallbackRuleTest {

  private static final String CLOCK = "external metric queue";
  private static final String NAME = "fallback of external metric queue (Static 12)";
  private static final String FAILURE =
      "Warning FailedGetExternalMetric: unable to get external metric shop/queue/nil: connection"
          + " refused";
  private static final Situation.Context STATIC = context("fallback-replicas=12");

  /** The metric has failed since then. */
  private static History failing(Instant since) {
    return History.EMPTY.failing(Map.of(CLOCK, since));
  }

  private static Situation queue(
      HorizontalPodAutoscaler hpa, History history, Situation.Context context, MetricResult... r) {
    return situation(hpa, scale(5), history, context, NOW, r);
  }

  private static HorizontalPodAutoscaler autoscalerOf(MetricSpec... metrics) {
    return autoscaler(1, 100, null, metrics);
  }

  private static HpaCondition active(boolean status, String message) {
    return new HpaCondition("FallbackActive", status ? "True" : "False", ago(60), "Old", message);
  }

  @Test
  void theFirstFailureStartsTheClock() {
    Conclusion first = concluded(queue(autoscalerOf(QUEUE), History.EMPTY, STATIC, BROKEN));
    assertEquals(Map.of(CLOCK, NOW), first.history().failingSince());
    assertNull(first.desiredReplicas());
    assertEquals(
        "False/MetricsFailing: metrics fail and do not fall back yet: " + CLOCK,
        condition(first, "FallbackActive"));
    assertEquals(2, events(first).size());
    assertEquals(FAILURE, events(first).getFirst());
  }

  @Test
  void laterFailuresKeepTheClock() {
    Conclusion later = concluded(queue(autoscalerOf(QUEUE), failing(ago(179)), STATIC, BROKEN));
    assertEquals(Map.of(CLOCK, ago(179)), later.history().failingSince());
    assertNull(later.desiredReplicas());
  }

  @Test
  void afterTheTimeTheMetricProposes() {
    Situation situation = queue(autoscalerOf(QUEUE), failing(ago(180)), STATIC, BROKEN);
    Decision decision = Decider.decide(situation);
    Conclusion done = concluded(decision, NOW);
    assertEquals(10, done.desiredReplicas());
    assertEquals(12, requireNonNull(decision.reasoning().computed()).recommendation());
    assertNull(done.error());
    assertEquals(
        "True/MetricsFailed: failed metrics fall back: " + CLOCK + " (Static 12)",
        condition(done, "FallbackActive"));
    assertEquals(
        "True/ValidMetricFound: the HPA was able to successfully calculate a replica count from "
            + NAME,
        condition(done, "ScalingActive"));
    assertEquals(
        List.of(
            FAILURE,
            "Normal SuccessfulRescale: New size: 10; reason: " + NAME,
            "Warning FallbackActivated: failed metrics fall back: " + CLOCK + " (Static 12)"),
        events(done));
    assertEquals(List.of(MetricStatus.BLANK), done.status().currentMetrics());
    assertEquals(Map.of(CLOCK, ago(180)), done.history().failingSince());
    assertEquals(1, done.history().recommendations().size());
  }

  @Test
  void theTraceShowsFailureAndFallback() {
    Trace trace =
        OptionFixtures.trace(queue(autoscalerOf(QUEUE), failing(ago(180)), STATIC, BROKEN));
    Trace.Metric metric = trace.metrics().getFirst();
    assertEquals("FailedGetExternalMetric", requireNonNull(metric.failure()).reason());
    assertEquals(new Trace.Change(Decider.ProposalRule.FALLBACK, 12), metric.change());
    assertTrue(metric.chosen());
    assertNull(metric.calculation());
    assertNull(metric.current());
    assertEquals(Trace.Outcome.LIMITED, trace.result().outcome());
  }

  @Test
  void aSuccessClearsTheClock() {
    HorizontalPodAutoscaler hpa =
        autoscalerOf(QUEUE).withStatus(status(active(true, "failed metrics fall back: x")));
    Conclusion done = concluded(queue(hpa, failing(ago(900)), STATIC, series(50_000)));
    assertEquals(Map.of(), done.history().failingSince());
    assertEquals("False/MetricsAvailable: no metric fails", condition(done, "FallbackActive"));
    assertEquals(List.of("Normal FallbackEnded: no metric fails"), events(done));
    Conclusion again =
        concluded(queue(hpa.withStatus(done.status()), done.history(), STATIC, series(50_000)));
    assertEquals(List.of(), events(again));
  }

  /** The names are longer than the message of a condition. */
  @Test
  @Tag("security")
  void aFallbackOfManyMetricsThatStaysActiveIsNoNews() {
    MetricSpec[] metrics = new MetricSpec[50];
    MetricResult[] results = new MetricResult[50];
    Map<String, Instant> clocks = new HashMap<>();
    for (int i = 0; i < metrics.length; i++) {
      String name = i + "指".repeat(1_000);
      metrics[i] = OptionFixtures.external(name);
      results[i] = BROKEN;
      clocks.put("external metric " + name, ago(180));
    }
    HorizontalPodAutoscaler hpa = autoscalerOf(metrics);
    Conclusion done = concluded(queue(hpa, History.EMPTY.failing(clocks), STATIC, results));
    assertTrue(areNews(done));
    assertFalse(
        areNews(concluded(queue(hpa.withStatus(done.status()), done.history(), STATIC, results))));
  }

  private static boolean areNews(Conclusion conclusion) {
    return events(conclusion).stream().anyMatch(each -> each.contains("FallbackActivated"));
  }

  @Test
  void aFallbackThatStaysActiveIsNoNews() {
    HorizontalPodAutoscaler hpa = autoscalerOf(QUEUE);
    Conclusion done = concluded(queue(hpa, failing(ago(180)), STATIC, BROKEN));
    HorizontalPodAutoscaler later = hpa.withStatus(done.status());
    assertEquals(
        List.of(FAILURE, "Normal SuccessfulRescale: New size: 10; reason: " + NAME),
        events(concluded(queue(later, done.history(), STATIC, BROKEN))));
    HorizontalPodAutoscaler ended =
        hpa.withStatus(
            status(active(false, "failed metrics fall back: " + CLOCK + " (Static 12)")));
    assertEquals(3, events(concluded(queue(ended, done.history(), STATIC, BROKEN))).size());
    HorizontalPodAutoscaler other = hpa.withStatus(status(active(true, "another message")));
    assertEquals(3, events(concluded(queue(other, done.history(), STATIC, BROKEN))).size());
  }

  @Test
  void aLongerTimeEndsTheFallback() {
    HorizontalPodAutoscaler hpa =
        autoscalerOf(QUEUE).withStatus(status(active(true, "failed metrics fall back: x")));
    Conclusion done =
        concluded(
            queue(
                hpa,
                failing(ago(180)),
                context("fallback-replicas=12", "fallback-after=181s"),
                BROKEN));
    assertTrue(
        events(done)
            .contains("Normal FallbackEnded: metrics fail and do not fall back yet: " + CLOCK));
  }

  @Test
  void withoutTheOptionClockAndConditionAreRemoved() {
    HorizontalPodAutoscaler hpa = autoscalerOf(QUEUE).withStatus(status(active(true, "x")));
    Conclusion done = concluded(queue(hpa, failing(ago(900)), Situation.Context.NONE, BROKEN));
    assertEquals(Map.of(), done.history().failingSince());
    assertEquals("absent", condition(done, "FallbackActive"));
    assertNull(done.desiredReplicas());
  }

  @Test
  void aHealthyMetricWinsUpwards() {
    HorizontalPodAutoscaler hpa = autoscalerOf(OTHER, QUEUE);
    Conclusion done =
        concluded(
            queue(hpa, failing(ago(180)), context("fallback-replicas=2"), series(70_000), BROKEN));
    assertEquals(7, done.desiredReplicas());
    assertTrue(
        events(done)
            .contains(
                "Normal SuccessfulRescale: New size: 7; reason: external metric other(nil) above"
                    + " target"));
  }

  @Test
  void aFailedMetricNoLongerBlocksScaleDowns() {
    HorizontalPodAutoscaler hpa = autoscalerOf(OTHER, QUEUE);
    Situation.Context context = context("fallback-replicas=2");
    assertNull(
        concluded(queue(hpa, failing(ago(179)), context, series(30_000), BROKEN))
            .desiredReplicas());
    Conclusion done = concluded(queue(hpa, failing(ago(180)), context, series(30_000), BROKEN));
    assertEquals(3, done.desiredReplicas());
    assertTrue(
        events(done)
            .contains("Normal SuccessfulRescale: New size: 3; reason: All metrics below target"));
  }

  @Test
  void theReasonOfAScaleDownIsTheFallback() {
    Conclusion done =
        concluded(
            queue(autoscalerOf(QUEUE), failing(ago(180)), context("fallback-replicas=2"), BROKEN));
    assertTrue(
        events(done)
            .contains(
                "Normal SuccessfulRescale: New size: 2; reason: fallback of external metric queue"
                    + " (Static 2)"));
  }

  @Test
  void theReasonIsFixedBeforeStabilization() {
    History history =
        new History(
            List.of(Fixtures.recommendation(8, 60)), List.of(), List.of(), Map.of(CLOCK, ago(180)));
    Conclusion done =
        concluded(queue(autoscalerOf(QUEUE), history, context("fallback-replicas=5"), BROKEN));
    assertEquals(8, done.desiredReplicas());
    assertTrue(events(done).contains("Normal SuccessfulRescale: New size: 8; reason: "));
  }

  @Test
  void eachMetricHasItsClock() {
    HorizontalPodAutoscaler hpa = autoscalerOf(OTHER, QUEUE, CPU);
    Conclusion done = concluded(queue(hpa, failing(ago(180)), STATIC, BROKEN, BROKEN, BROKEN));
    assertEquals(
        Map.of(CLOCK, ago(180), "external metric other", NOW, "cpu resource metric", NOW),
        done.history().failingSince());
    assertEquals(
        "True/MetricsFailed: failed metrics fall back: external metric queue (Static 12)",
        condition(done, "FallbackActive"));
    Conclusion none = concluded(queue(hpa, History.EMPTY, STATIC, BROKEN, series(1_000), BROKEN));
    assertEquals(
        "False/MetricsFailing: metrics fail and do not fall back yet: external metric other, cpu"
            + " resource metric",
        condition(none, "FallbackActive"));
    History both =
        History.EMPTY.failing(Map.of(CLOCK, ago(500), "external metric other", ago(400)));
    assertEquals(
        "True/MetricsFailed: failed metrics fall back: external metric other (CurrentReplicas),"
            + " external metric queue (CurrentReplicas)",
        condition(
            concluded(
                queue(
                    hpa,
                    both,
                    context("fallback-strategy=CurrentReplicas"),
                    BROKEN,
                    BROKEN,
                    MetricReading.PodValues.of(Fixtures.podValues(500)))),
            "FallbackActive"));
  }

  @Test
  void anInvalidMetricHasNoFallback() {
    MetricSpec invalid =
        MetricSpec.of(
            new MetricSpec.ResourceMetric("cpu", new MetricTarget("Value", null, null, null)));
    HorizontalPodAutoscaler hpa = autoscalerOf(invalid);
    Conclusion done =
        concluded(queue(hpa, History.EMPTY, context("fallback-replicas=12", "fallback-after=0s")));
    assertEquals(Map.of(), done.history().failingSince());
    assertNull(done.desiredReplicas());
    assertEquals("False/MetricsAvailable: no metric fails", condition(done, "FallbackActive"));
  }

  @Test
  void withoutMeasurementClockAndConditionStay() {
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 3, null, QUEUE).withStatus(status(active(true, "x")));
    Conclusion clamped = concluded(queue(hpa, failing(ago(900)), STATIC));
    assertEquals(3, clamped.desiredReplicas());
    assertEquals(Map.of(CLOCK, ago(900)), clamped.history().failingSince());
    assertEquals("True/Old: x", condition(clamped, "FallbackActive"));
    assertEquals(1, events(clamped).size());
  }

  @Test
  void onlyAStaticFallbackWakesATargetWithoutReplicas() {
    HorizontalPodAutoscaler asleep =
        autoscaler(0, 100, null, QUEUE)
            .withStatus(
                status(new HpaCondition("ScaledToZero", "True", ago(900), "ScaledToZero", "")));
    for (String strategy :
        List.of("CurrentReplicas", "CurrentReplicasIfHigher", "CurrentReplicasIfLower")) {
      Situation.Context context =
          strategy.equals("CurrentReplicas")
              ? context("fallback-strategy=" + strategy)
              : context("fallback-strategy=" + strategy, "fallback-replicas=3");
      assertEquals(0, fromZero(asleep, context), strategy);
    }
    assertEquals(3, fromZero(asleep, context("fallback-replicas=3")));
  }

  private static @Nullable Integer fromZero(
      HorizontalPodAutoscaler hpa, Situation.Context context) {
    return concluded(
            situation(hpa, scale(0), failing(ago(180)), context, scaleToZero(), NOW, BROKEN))
        .desiredReplicas();
  }

  private static Map<String, Instant> clocks(MetricSpec... metrics) {
    MetricResult[] results = new MetricResult[metrics.length];
    Arrays.fill(results, BROKEN);
    return concluded(queue(autoscalerOf(metrics), History.EMPTY, STATIC, results))
        .history()
        .failingSince();
  }

  @Test
  void aMetricIsNamedByTypeNameAndSelector() {
    MetricTarget target = MetricTarget.averageValue(Quantity.parse("10"));
    MetricIdentifier plain = new MetricIdentifier("rate", null);
    MetricIdentifier selected =
        new MetricIdentifier("rate", new LabelSelector(Map.of("verb", "GET"), null));
    assertEquals(
        Map.of(
            "memory resource metric", NOW,
            "cpu resource metric of container app", NOW,
            "pods metric rate", NOW,
            "pods metric rate{verb=GET}", NOW,
            "Service web metric rate", NOW,
            "Service web metric rate{verb=GET}", NOW,
            "external metric rate", NOW,
            "external metric rate{verb=GET}", NOW),
        clocks(
            MetricSpec.of(new MetricSpec.ResourceMetric("memory", MetricTarget.utilization(50))),
            MetricSpec.of(
                new MetricSpec.ContainerResourceMetric("cpu", MetricTarget.utilization(50), "app")),
            MetricSpec.of(new MetricSpec.PodsMetric(plain, target)),
            MetricSpec.of(new MetricSpec.PodsMetric(selected, target)),
            MetricSpec.of(object(plain, target)),
            MetricSpec.of(object(selected, target)),
            MetricSpec.of(new MetricSpec.ExternalMetric(plain, target)),
            MetricSpec.of(new MetricSpec.ExternalMetric(selected, target))));
  }

  private static MetricSpec.ObjectMetric object(MetricIdentifier metric, MetricTarget target) {
    return new MetricSpec.ObjectMetric(
        new CrossVersionObjectReference("Service", "web", "v1"), target, metric);
  }
}
