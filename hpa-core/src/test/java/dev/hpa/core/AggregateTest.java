package dev.hpa.core;

import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.spi.MetricReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The option {@code aggregate.METRIC}. */
class AggregateTest {

  private static final MetricSpec CACHE =
      MetricSpec.of(
          new MetricSpec.PodsMetric(
              new MetricIdentifier("cache", null),
              MetricTarget.averageValue(Quantity.parse("800m"))));

  private static Situation of(MetricSpec metric, String option, long... values) {
    return situation(
        autoscaler(1, 100, null, metric),
        values.length,
        context(option),
        MetricReading.PodValues.of(podValues(values)));
  }

  private static int recommendation(Situation situation) {
    return requireNonNull(Decider.decide(situation).reasoning().computed()).recommendation();
  }

  /** Ten pods of one core with a target of 50 %: nine use 100m, and one uses 900m. */
  @ParameterizedTest
  @CsvSource({
    "rollout=Ignore,4",
    "aggregate.cpu=max,18",
    "aggregate.cpu=p90,4",
    "aggregate.cpu=p91,18"
  })
  void theHotPodCounts(String option, int expected) {
    assertEquals(
        expected,
        recommendation(of(CPU, option, 100, 100, 100, 100, 100, 100, 100, 100, 100, 900)));
  }

  /** One replica has its cache full by 95 %, while the average is 27 %. */
  @Test
  void valuesOfPodsAreComparedToo() {
    Situation situation = of(CACHE, "aggregate.cache=max", 50, 950, 30, 50);
    assertEquals(5, recommendation(situation));
    assertEquals(1 + 1, recommendation(of(CACHE, "rollout=Ignore", 50, 950, 30, 50)));
    Conclusion conclusion = concluded(situation);
    assertEquals(
        "True/ValidMetricFound: the HPA was able to successfully calculate a replica count from max"
            + " of pods metric cache",
        condition(conclusion, "ScalingActive"));
    assertEquals(
        "Normal SuccessfulRescale: New size: 5; reason: max of pods metric cache above target",
        OptionFixtures.events(conclusion).getLast());
    assertEquals(
        "270m",
        String.valueOf(
            requireNonNull(conclusion.status().currentMetricsOrEmpty().getFirst().pods())
                .current()
                .averageValue()));
    assertEquals(
        "max", requireNonNull(trace(situation).metrics().getFirst().calculation()).percentile());
  }

  @Test
  void aPercentileBelowTheAverageDoesNotCount() {
    Situation situation = of(CACHE, "aggregate.cache=p50", 0, 0, 0, 2000);
    assertEquals(3, recommendation(situation));
    assertNull(requireNonNull(trace(situation).metrics().getFirst().calculation()).percentile());
  }

  @Test
  void watermarksApplyToIt() {
    Situation situation =
        situation(
            autoscaler(1, 100, null, CPU),
            4,
            context("aggregate.cpu=max", "watermark.cpu=40-80"),
            MetricReading.PodValues.of(podValues(100, 100, 100, 850)));
    assertEquals(5, recommendation(situation));
  }
}
