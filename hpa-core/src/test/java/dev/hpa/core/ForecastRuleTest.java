package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
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
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.LoadForecast.State;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForecastRuleTest {

  private static final String QUEUE_KEY = "external metric queue";

  /** A target of 10 for each replica: 60 needs 6 replicas. */
  private static final HorizontalPodAutoscaler HPA = autoscaler(1, 100, null, QUEUE);

  private static LoadForecast forecast(State state, @Nullable Double load) {
    return new LoadForecast(
        state,
        load,
        NOW.plusSeconds(900),
        List.of(70_000.0, 68_000.0),
        5000,
        new ForecastError(0.034, 0.12, 48),
        state == State.FAILED ? "it returned NaN" : "");
  }

  private static Situation.Context expecting(String key, LoadForecast forecast) {
    return context("forecast=seasonal").with(new Forecasts(Map.of(key, forecast), ""));
  }

  private static Situation.Context expecting(double milli) {
    return expecting(QUEUE_KEY, forecast(State.READY, milli));
  }

  private static Conclusion decide(int replicas, double expected, long... measured) {
    return concluded(situation(HPA, replicas, expecting(expected), series(measured)));
  }

  @Test
  void aHigherLoadRaisesTheReplicas() {
    Conclusion done = decide(5, 72_543, 50_000);
    assertEquals(8, done.desiredReplicas());
    assertEquals(
        "True/ForecastAboveMetrics: forecaster \"seasonal\" expects external metric queue to be"
            + " 72500m within 15m0s, for which 8 replicas are needed",
        condition(done, "ForecastActive"));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 8; reason: forecast of external metric"
                + " queue(nil) above target"),
        events(done));
    assertEquals(
        "True/ValidMetricFound: the HPA was able to successfully calculate a replica count from"
            + " forecast of external metric queue(nil)",
        condition(done, "ScalingActive"));
  }

  @Test
  void aLowerLoadChangesNothing() {
    Conclusion done = decide(5, 10_000, 70_000);
    assertEquals(7, done.desiredReplicas());
    assertEquals(
        "False/ForecastNotAboveMetrics: forecaster \"seasonal\" expects no load that needs more"
            + " replicas than the metrics propose",
        condition(done, "ForecastActive"));
  }

  @Test
  void aLoadWithinToleranceDoesNotRaise() {
    assertEquals(5, decide(5, 55_000, 50_000).desiredReplicas());
    assertEquals(6, decide(5, 55_001, 50_000).desiredReplicas());
  }

  @Test
  void aLoadWithinToleranceOfTheReplicasHoldsAScaleDown() {
    assertEquals(4, decide(5, 31_000, 31_000).desiredReplicas());
    assertEquals(5, decide(5, 46_000, 31_000).desiredReplicas());
  }

  @Test
  void theBoundsApply() {
    Conclusion done =
        concluded(
            situation(autoscaler(1, 6, null, QUEUE), 5, expecting(1_000_000), series(50_000)));
    assertEquals(6, done.desiredReplicas());
    assertTrue(condition(done, "ScalingLimited").startsWith("True/TooManyReplicas"));
  }

  @Test
  void anImmenseLoadIsLimited() {
    assertEquals(100, decide(50, Float.MAX_VALUE / 2, 500_000).desiredReplicas());
  }

  @Test
  void aFailedMetricHasNoForecast() {
    Conclusion done = concluded(situation(HPA, 5, expecting(90_000), BROKEN));
    assertNull(done.desiredReplicas());
    assertEquals(
        "False/NoForecast: no metric of a target with replicas was measured",
        condition(done, "ForecastActive"));
  }

  @Test
  void aFailureOfAnotherMetricDoesNotBlockAScaleUpByForecast() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, QUEUE, OTHER);
    Conclusion done = concluded(situation(hpa, 5, expecting(90_000), series(50_000), BROKEN));
    assertEquals(9, done.desiredReplicas());
    Conclusion blocked = concluded(situation(hpa, 5, expecting(40_000), series(30_000), BROKEN));
    assertNull(blocked.desiredReplicas());
    assertTrue(condition(blocked, "ForecastActive").startsWith("False"), "blocked");
  }

  @Test
  void aTargetScaledToZeroIsNotStarted() {
    HorizontalPodAutoscaler hpa =
        autoscaler(0, 100, null, QUEUE)
            .withStatus(
                new HpaStatus(
                    null,
                    null,
                    0,
                    0,
                    null,
                    List.of(new HpaCondition("ScaledToZero", "True", ago(60), "x", "x"))));
    Situation situation =
        situation(
            hpa,
            Fixtures.scale(0),
            History.EMPTY,
            expecting(90_000),
            Fixtures.scaleToZero(),
            NOW,
            series(0));
    assertTrue(situation.plan() instanceof Plan.Measure);
    assertEquals(0, concluded(situation).desiredReplicas());
  }

  @Test
  void mutedAndFailedForecastsAreNotUsed() {
    Conclusion muted =
        concluded(
            situation(
                HPA, 5, expecting(QUEUE_KEY, forecast(State.MUTED, 90_000.0)), series(50_000)));
    assertEquals(5, muted.desiredReplicas());
    String message =
        "forecaster \"seasonal\" was worse than no change over the last season: external metric"
            + " queue (error 3.4%, no change 12.0%)";
    assertEquals("False/ForecastMuted: " + message, condition(muted, "ForecastActive"));
    assertEquals(List.of("Warning ForecastMuted: " + message), events(muted));
    Conclusion failed =
        concluded(
            situation(HPA, 5, expecting(QUEUE_KEY, forecast(State.FAILED, null)), series(50_000)));
    assertEquals(
        "False/ForecasterFailed: forecaster \"seasonal\" failed: external metric queue: it"
            + " returned NaN",
        condition(failed, "ForecastActive"));
  }

  @Test
  void theEndOfMutingIsReportedOnce() {
    HorizontalPodAutoscaler before =
        HPA.withStatus(
            new HpaStatus(
                null,
                null,
                5,
                5,
                null,
                List.of(
                    new HpaCondition("ForecastActive", "False", ago(60), "ForecastMuted", "x"))));
    Situation muted =
        situation(before, 5, expecting(QUEUE_KEY, forecast(State.MUTED, 90_000.0)), series(50_000));
    assertEquals(List.of(), events(concluded(muted)));
    Situation better = situation(before, 5, expecting(50_000), series(50_000));
    assertEquals(
        List.of(
            "Normal ForecastUnmuted: forecaster \"seasonal\" expects no load that needs more"
                + " replicas than the metrics propose"),
        events(concluded(better)));
  }

  @Test
  void anUnknownForecasterIsReported() {
    Situation.Context unknown =
        context("forecast=prophet")
            .with(Forecasts.unavailable("forecaster \"prophet\": not found; use one of seasonal"));
    Conclusion done = concluded(situation(HPA, 5, unknown, series(50_000)));
    assertEquals(
        "False/NoForecaster: forecaster \"prophet\": not found; use one of seasonal",
        condition(done, "ForecastActive"));
    assertEquals(5, done.desiredReplicas());
  }

  @Test
  void theConditionIsRemovedWithTheOption() {
    Conclusion with = decide(5, 90_000, 50_000);
    HorizontalPodAutoscaler after = HPA.withStatus(with.status());
    Conclusion without = concluded(situation(after, 9, Situation.Context.NONE, series(50_000)));
    assertEquals("absent", condition(without, "ForecastActive"));
  }

  @Test
  void aPausedTargetStays() {
    Situation.Context paused =
        context("forecast=seasonal", "mode=Paused")
            .with(new Forecasts(Map.of(QUEUE_KEY, forecast(State.READY, 90_000.0)), ""));
    assertEquals(5, concluded(situation(HPA, 5, paused, series(50_000))).desiredReplicas());
  }

  @Test
  void theTraceHasTheNumbers() {
    Trace.Metric metric =
        trace(situation(HPA, 5, expecting(72_500), series(50_000))).metrics().getFirst();
    Trace.Forecast forecast = requireNonNull(metric.forecast());
    assertEquals("seasonal", forecast.forecaster());
    assertEquals(72.5, forecast.load());
    assertEquals(List.of(70.0, 68.0), forecast.past());
    assertEquals(8, forecast.replicas());
    assertTrue(forecast.raises());
    assertTrue(metric.chosen());
    assertEquals(5, requireNonNull(metric.calculation()).replicas());
    Trace.Forecast lower =
        requireNonNull(
            trace(situation(HPA, 5, expecting(20_000), series(50_000)))
                .metrics()
                .getFirst()
                .forecast());
    assertEquals(2, lower.replicas());
    assertFalse(lower.raises());
  }

  /** The load of CPU at 50 % utilization does not depend on the number of pods. */
  @Test
  void theLoadOfAUtilizationIsTheSumOfThePods() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, CPU);
    assertEquals(
        Map.of("cpu resource metric (Utilization)", 300_000.0),
        MetricLoads.of(situation(hpa, 5, context("forecast=seasonal"), pods(5, 600))));
    assertEquals(
        Map.of("cpu resource metric (Utilization)", 300_000.0),
        MetricLoads.of(situation(hpa, 10, context("forecast=seasonal"), pods(10, 300))));
  }

  /** Nothing happens between 5 and 12 for each replica; the target is 10. */
  @Test
  void aForecastIsComparedWithWatermarks() {
    assertEquals(5, watermarked(5, 60_000));
    assertEquals(6, watermarked(5, 60_001));
    assertEquals(10, watermarked(5, 120_000));
    // Below the low one the replicas for it are proposed, which holds a part of a scale-down.
    assertEquals(4, watermarked(10, 20_000, 15_000));
    assertEquals(8, watermarked(10, 40_000, 15_000));
    assertEquals(10, watermarked(10, 60_000, 15_000));
  }

  private static int watermarked(int replicas, double expected, long... measured) {
    Situation.Context context =
        context("forecast=seasonal", "watermark.queue=5-12")
            .with(new Forecasts(Map.of(QUEUE_KEY, forecast(State.READY, expected)), ""));
    Situation situation =
        situation(
            HPA, replicas, context, series(measured.length == 0 ? new long[] {50_000} : measured));
    return requireNonNull(Decider.decide(situation).reasoning().computed()).recommendation();
  }

  @Test
  void theLoadBetweenWatermarksIsMeasured() {
    Situation.Context context = context("forecast=seasonal", "watermark.queue=5-12");
    for (long total : new long[] {20_000, 30_000, 55_000, 70_000}) {
      assertEquals(
          Map.of(QUEUE_KEY, (double) total),
          MetricLoads.of(situation(HPA, 5, context, series(total))));
    }
  }

  private static MetricResult pods(int count, long milli) {
    return MetricReading.PodValues.of(
        IntStream.range(0, count).mapToObj(i -> Fixtures.value("p" + i, milli)).toList());
  }

  @Test
  void theLoadOfATotalIsTheTotal() {
    assertEquals(
        Map.of(QUEUE_KEY, 123_000.0),
        MetricLoads.of(situation(HPA, 5, context("forecast=seasonal"), series(100_000, 23_000))));
    assertEquals(Map.of(), MetricLoads.of(situation(HPA, 5, context("forecast=seasonal"), BROKEN)));
  }

  /** The value alone would be multiplied by the replicas again after each scale-up. */
  @Test
  void theLoadOfAValueTargetIsMultipliedByThePods() {
    MetricSpec latency =
        MetricSpec.of(
            new MetricSpec.ExternalMetric(
                new MetricIdentifier("latency", null), MetricTarget.value(Quantity.parse("100"))));
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, latency);
    String key = "external metric latency (Value)";
    assertEquals(
        Map.of(key, 800_000.0),
        MetricLoads.of(situation(hpa, 4, context("forecast=seasonal"), series(200_000))));
    assertEquals(
        Map.of(key, 400_000.0),
        MetricLoads.of(situation(hpa, 4, context("forecast=seasonal"), series(100_000))));
    Situation.Context expected = expecting(key, forecast(State.READY, 800_000.0));
    assertEquals(8, concluded(situation(hpa, 4, expected, series(100_000))).desiredReplicas());
    assertEquals(8, concluded(situation(hpa, 8, expected, series(100_000))).desiredReplicas());
  }
}
