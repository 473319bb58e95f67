package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.pending;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.scale;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.core.replicas.PodRequests;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamDifferences.Aggregation;
import dev.hpa.core.settings.UpstreamDifferences.Formula;
import dev.hpa.core.settings.UpstreamDifferences.UtilizationBase;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that make decisions differ from upstream. */
class UpstreamDifferencesTest {

  private static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(50)));

  private static Settings differing(
      @Nullable Duration up,
      @Nullable Duration down,
      Formula formula,
      UtilizationBase base,
      Aggregation aggregation) {
    return Settings.DEFAULTS.with(
        new UpstreamDifferences(up, down, formula, base, aggregation, false, Set.of()));
  }

  private static Settings aggregating(Aggregation aggregation) {
    return differing(null, null, Formula.RATIO, UtilizationBase.REQUESTS, aggregation);
  }

  private static Settings delaying(@Nullable Duration up, @Nullable Duration down) {
    return differing(up, down, Formula.RATIO, UtilizationBase.REQUESTS, Aggregation.MAXIMUM);
  }

  private static MetricSpec external(String name) {
    return MetricSpec.of(
        new MetricSpec.ExternalMetric(
            new MetricIdentifier(name, null), MetricTarget.averageValue(Quantity.parse("1"))));
  }

  private static MetricResult total(long wholes) {
    return MetricReading.Series.of(List.of(wholes * 1000));
  }

  private static Situation situation(
      HorizontalPodAutoscaler hpa,
      int replicas,
      Settings settings,
      List<Pod> pods,
      MetricResult... readings) {
    return Situation.of(
        hpa,
        scale(replicas),
        Planner.plan(hpa, scale(replicas), settings),
        new Selection(pods, List.of()),
        List.of(readings),
        History.EMPTY,
        settings,
        NOW);
  }

  /** The count a decision comes to, or "error". */
  private static String decided(Situation situation) {
    return switch (Decider.decide(situation)) {
      case Decision.Rescale rescale -> String.valueOf(rescale.desired());
      case Decision.Ended ended ->
          ended.conclusion().desiredReplicas() == null
              ? "error"
              : String.valueOf(ended.conclusion().desiredReplicas());
    };
  }

  @ParameterizedTest
  @CsvSource({"MAXIMUM, 9", "MINIMUM, 4", "AVERAGE, 6"})
  void proposalsBecomeOneCount(Aggregation aggregation, String expected) {
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 100, null, external("a"), external("b"), external("c"));
    Situation situation =
        situation(hpa, 5, aggregating(aggregation), List.of(), total(4), total(9), total(5));
    assertEquals(expected, decided(situation));
  }

  @Test
  void aMeanIsRoundedUpAndNamed() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, external("a"), external("b"));
    Decision.Rescale rescale =
        assertInstanceOf(
            Decision.Rescale.class,
            Decider.decide(
                situation(
                    hpa, 5, aggregating(Aggregation.AVERAGE), List.of(), total(7), total(8))));
    assertEquals(8, rescale.desired());
    assertEquals("the average of 2 metrics above target", rescale.reason());
  }

  @ParameterizedTest
  @CsvSource({
    "MAXIMUM, 3, error",
    "MAXIMUM, 9, 9",
    "MINIMUM, 3, 3",
    "MINIMUM, 9, error",
    "AVERAGE, 3, error",
    "AVERAGE, 9, error",
    "AVERAGE, 5, 5"
  })
  void aFailedMetricBlocksWhatItMightHavePrevented(
      Aggregation aggregation, int asked, String expected) {
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, external("a"), external("b"));
    MetricResult failure = new MetricFailure(MetricFailure.Category.NO_DATA, "gone");
    assertEquals(
        expected,
        decided(situation(hpa, 5, aggregating(aggregation), List.of(), total(asked), failure)));
  }

  @Test
  void theSumFormulaAddsThePodsUp() {
    Settings sum =
        differing(null, null, Formula.SUM, UtilizationBase.REQUESTS, Aggregation.MAXIMUM);
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, CPU);
    List<Pod> pods = readyPods(4, "1");
    assertEquals(
        "8",
        decided(
            situation(
                hpa, 4, sum, pods, MetricReading.PodValues.of(podValues(900, 900, 900, 900)))));
  }

  /** Upstream fills the third pod in with all it requests, and 46 % are close to 50 %. */
  @Test
  void theSumFormulaIgnoresPodsWithoutValues() {
    Settings sum =
        differing(null, null, Formula.SUM, UtilizationBase.REQUESTS, Aggregation.MAXIMUM);
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, CPU);
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    pods.add(pending("p3", requesting("1")));
    Situation situation =
        situation(hpa, 4, sum, pods, MetricReading.PodValues.of(podValues(200, 200)));
    assertEquals("1", decided(situation));
    Situation upstream =
        situation(hpa, 4, Settings.DEFAULTS, pods, MetricReading.PodValues.of(podValues(200, 200)));
    assertEquals("4", decided(upstream));
  }

  @Test
  void theSumFormulaKeepsTheTolerance() {
    Settings sum =
        differing(null, null, Formula.SUM, UtilizationBase.REQUESTS, Aggregation.MAXIMUM);
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, CPU);
    assertEquals(
        "4",
        decided(
            situation(
                hpa,
                4,
                sum,
                readyPods(4, "1"),
                MetricReading.PodValues.of(podValues(540, 540, 540, 540)))));
  }

  @Test
  void utilizationOfLimitsIsReported() {
    Settings limits =
        differing(null, null, Formula.RATIO, UtilizationBase.LIMITS, Aggregation.MAXIMUM);
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, CPU);
    Decision.Rescale rescale =
        assertInstanceOf(
            Decision.Rescale.class,
            Decider.decide(
                situation(
                    hpa,
                    2,
                    limits,
                    readyPods(2, "1"),
                    MetricReading.PodValues.of(podValues(1000, 1000)))));
    assertEquals("cpu resource utilization (percentage of limit) above target", rescale.reason());
    assertEquals(
        "missing limit for cpu in container app of Pod p0",
        assertThrows(
                MetricProblem.class,
                () ->
                    PodRequests.of("cpu", null, limits)
                        .of(ready("p0", Fixtures.resources(Fixtures.container("app", Map.of())))))
            .text());
  }

  private static HorizontalPodAutoscaler scaledAt(Instant last) {
    HpaStatus status = HpaStatus.EMPTY;
    return autoscaler(1, 100, null, external("a"))
        .withStatus(
            new HpaStatus(
                status.observedGeneration(),
                last,
                status.currentReplicas(),
                status.desiredReplicas(),
                status.currentMetrics(),
                status.conditions()));
  }

  @ParameterizedTest
  @CsvSource({
    "180, 9, 5, BackoffBoth",
    "181, 9, 9, BackoffDownscale",
    "181, 3, 5, BackoffDownscale",
    "300, 3, 5, BackoffDownscale",
    "301, 3, 3, SucceededRescale"
  })
  void forbiddenWindowsHoldChangesBack(
      int secondsSince, int asked, String expected, String reason) {
    Situation situation =
        situation(
            scaledAt(ago(secondsSince)),
            5,
            delaying(Duration.ofMinutes(3), Duration.ofMinutes(5)),
            List.of(),
            total(asked));
    assertEquals(expected, decided(situation));
    if (Decider.decide(situation) instanceof Decision.Ended ended) {
      assertEquals(reason, reason(ended.conclusion().status()));
    }
  }

  @Test
  void aForbiddenWindowDoesNotHoldBackBounds() {
    HorizontalPodAutoscaler hpa = scaledAt(ago(1));
    assertEquals(
        "100",
        decided(
            situation(hpa, 200, delaying(Duration.ofHours(1), Duration.ofHours(1)), List.of())));
  }

  @Test
  void oneWindowNamesItsDirection() {
    Situation up =
        situation(scaledAt(ago(10)), 5, delaying(Duration.ofMinutes(3), null), List.of(), total(9));
    Decision.Ended ended = assertInstanceOf(Decision.Ended.class, Decider.decide(up));
    assertEquals("BackoffUpscale", reason(ended.conclusion().status()));
    assertEquals(
        Trace.Outcome.SUPPRESSED, Tracer.trace(up, ended, ended.conclusion()).result().outcome());
  }

  private static String reason(HpaStatus status) {
    return status.conditionsOrEmpty().stream()
        .filter(condition -> condition.type().equals(HpaCondition.ABLE_TO_SCALE))
        .map(HpaCondition::reason)
        .findFirst()
        .orElse("");
  }
}
