package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.inPhase;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.scale;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.PodClassification;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TracerTest {

  private static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(60)));
  private static final MetricSpec QUEUE =
      MetricSpec.of(
          new MetricSpec.ExternalMetric(
              new MetricIdentifier("queue", null), MetricTarget.averageValue(Quantity.parse("1"))));

  private static Trace trace(
      HorizontalPodAutoscaler hpa,
      int replicas,
      History history,
      List<Pod> pods,
      MetricResult... readings) {
    Situation situation =
        Situation.of(
            hpa,
            scale(replicas),
            Planner.plan(hpa, scale(replicas), Settings.DEFAULTS),
            new Selection(pods, List.of("shop/web")),
            List.of(readings),
            history,
            Settings.DEFAULTS,
            NOW);
    Decision decision = Decider.decide(situation);
    Conclusion conclusion =
        switch (decision) {
          case Decision.Ended ended -> ended.conclusion();
          case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), NOW);
        };
    return Tracer.trace(situation, decision, conclusion);
  }

  private static MetricResult queue(long milli) {
    return MetricReading.Series.of(List.of(milli));
  }

  @Test
  void eachPodHasItsStateAndItsFilledInValue() {
    List<Pod> pods = new ArrayList<>(readyPods(12, "100m"));
    pods.add(inPhase("p12", Pod.Phase.FAILED, requesting("100m")));
    pods.add(inPhase("p13", Pod.Phase.PENDING, requesting("100m")));
    long[] used = {85, 85, 85, 85, 85, 85, 85, 85, 85, 85};
    Trace trace =
        trace(
            autoscaler(1, 16, null, CPU),
            14,
            History.EMPTY,
            pods,
            MetricReading.PodValues.of(podValues(used)));
    Trace.Metric metric = trace.metrics().getFirst();
    List<Trace.PodPart> parts = requireNonNull(metric.pods());
    assertEquals(PodClassification.COUNTS, parts.get(0).classification());
    assertEquals("85m", String.valueOf(parts.get(0).value()));
    assertEquals("100m", String.valueOf(parts.get(0).request()));
    assertNull(parts.get(0).filledWith());
    assertEquals(PodClassification.WITHOUT_VALUE, parts.get(10).classification());
    assertEquals("0", String.valueOf(parts.get(10).filledWith()));
    assertEquals(PodClassification.Group.IGNORED, parts.get(12).group());
    assertNull(parts.get(12).filledWith());
    assertEquals(PodClassification.PENDING, parts.get(13).classification());
    assertEquals("0", String.valueOf(parts.get(13).filledWith()));
    Trace.Proposal proposal = requireNonNull(metric.calculation());
    assertEquals(85.0 / 60, proposal.ratio());
    // 850m of the 1300m that 13 pods request are cut to 65 %.
    assertEquals(65.0 / 60, requireNonNull(proposal.filledRatio()));
    assertEquals(Calculation.Rule.FILLED_WITHIN_TOLERANCE, proposal.rule());
    assertEquals(new Trace.Band(0.9, 1.1), proposal.band());
    assertTrue(metric.chosen());
    assertEquals(Trace.Outcome.NO_SCALE, trace.result().outcome());
  }

  /** The decision measures against the spec; the trace has what differs of it. */
  @Test
  void aPodThatIsBeingResizedHasItsRequestInEffect() {
    PodResources spec = requesting("4");
    PodResources resized = spec.withInEffect(requesting("1"));
    PodResources ofMemory = spec.withInEffect(requesting("4000m"));
    Trace trace =
        trace(
            autoscaler(1, 16, null, CPU),
            3,
            History.EMPTY,
            List.of(ready("p0", spec), ready("p1", resized), ready("p2", ofMemory)),
            MetricReading.PodValues.of(podValues(2400, 2400, 2400)));
    Trace.Metric metric = trace.metrics().getFirst();
    List<Trace.PodPart> parts = requireNonNull(metric.pods());
    assertNull(parts.get(0).requestInEffect());
    assertEquals("4", String.valueOf(parts.get(1).request()));
    assertEquals("1", String.valueOf(parts.get(1).requestInEffect()));
    assertNull(parts.get(2).requestInEffect(), "another resource is resized");
    assertEquals(1.0, requireNonNull(metric.calculation()).ratio());
  }

  /** 2 × 6,000 pods, of which 1,000 are pending and 10 exist no longer. */
  @Test
  @Tag("security")
  void theFirstPodsAreListedAndTheOthersCounted() {
    List<Pod> pods = new ArrayList<>(readyPods(5_000, "100m"));
    for (int i = 5_000; i < 6_000; i++) {
      pods.add(inPhase("p" + i, Pod.Phase.PENDING, requesting("100m")));
    }
    long[] used = new long[5_000];
    Arrays.fill(used, 90);
    List<PodValue> values = new ArrayList<>(podValues(used));
    for (int i = 0; i < 10; i++) {
      values.add(PodValue.of("gone-" + i, NOW, Duration.ofSeconds(30), 90));
    }
    MetricReading reading = MetricReading.PodValues.of(values);
    List<Trace.Metric> metrics =
        trace(autoscaler(1, 9_000, null, CPU, CPU), 6_000, History.EMPTY, pods, reading, reading)
            .metrics();
    assertEquals(6_010, requireNonNull(metrics.getFirst().pods()).size());
    assertNull(metrics.getFirst().omittedPods());
    assertEquals(3_990, requireNonNull(metrics.getLast().pods()).size());
    assertEquals(
        List.of(
            count(PodClassification.COUNTS, false, 1_010),
            count(PodClassification.NO_POD, false, 10),
            count(PodClassification.PENDING, true, 1_000)),
        metrics.getLast().omittedPods());
  }

  private static Trace.PodCount count(PodClassification treated, boolean filled, int count) {
    return new Trace.PodCount(treated.group(), treated, filled, count);
  }

  @Test
  @Tag("security")
  void theFirstSeriesAreListedAndTheOthersCounted() {
    MetricResult series = MetricReading.Series.of(Collections.nCopies(6_000, 1L));
    List<Trace.Metric> metrics =
        trace(
                autoscaler(1, 100, null, QUEUE, QUEUE, QUEUE),
                5,
                History.EMPTY,
                List.of(),
                series,
                series,
                series)
            .metrics();
    assertEquals(
        List.of(6_000, 4_000, 0),
        metrics.stream().map(each -> requireNonNull(each.series()).size()).toList());
    assertEquals(
        Arrays.asList(null, 2_000, 6_000),
        metrics.stream().map(Trace.Metric::omittedSeries).toList());
  }

  @Test
  void aFailedMetricStillShowsItsPods() {
    Trace trace =
        trace(
            autoscaler(1, 16, null, CPU),
            2,
            History.EMPTY,
            List.of(
                inPhase("p0", Pod.Phase.PENDING, requesting("1")),
                inPhase("p1", Pod.Phase.PENDING, requesting("1"))),
            MetricReading.PodValues.of(podValues(10, 10)));
    Trace.Metric metric = trace.metrics().getFirst();
    assertNull(metric.calculation());
    assertEquals("FailedGetResourceMetric", requireNonNull(metric.failure()).reason());
    assertEquals(2, requireNonNull(metric.pods()).size());
    assertEquals(Trace.Outcome.ERROR_BLOCKED, trace.result().outcome());
    assertEquals("FailedGetResourceMetric", trace.result().reason());
    assertNull(trace.recommendation());
  }

  @Test
  void theMetricThatDecidedIsMarked() {
    Trace trace =
        trace(
            autoscaler(1, 100, null, QUEUE, QUEUE, QUEUE),
            5,
            History.EMPTY,
            List.of(),
            queue(6000),
            queue(9000),
            new MetricFailure(MetricFailure.Category.NO_DATA, "gone"));
    assertEquals(
        List.of(false, true, false), trace.metrics().stream().map(Trace.Metric::chosen).toList());
    assertEquals(9, trace.recommendation());
    assertEquals(Trace.Outcome.SCALED_UP, trace.result().outcome());
    assertEquals(List.of(Quantity.parse("9")), requireNonNull(trace.metrics().get(1).series()));
  }

  @Test
  void stabilizationShowsWindowAndEarlierRecommendations() {
    Trace trace =
        trace(
            autoscaler(1, 100, null, QUEUE),
            9,
            recommended(recommendation(9, 100), recommendation(20, 400)),
            List.of(),
            queue(5000));
    Trace.Stabilization stabilization = requireNonNull(trace.stabilization());
    assertEquals(9, stabilization.replicas());
    assertEquals(Normalization.Stabilization.DOWN, stabilization.effect());
    Normalization.Window window = stabilization.windows().getFirst();
    assertEquals(9, window.bound());
    assertEquals(
        List.of(true, false),
        stabilization.recommendations().stream().map(r -> window.contains(r.at())).toList());
    assertEquals(Trace.Outcome.STABILIZED, trace.result().outcome());
    assertEquals("ScaleDownStabilized", trace.result().reason());
  }

  @Test
  void policiesShowTheirPeriodStarts() {
    History history = new History(List.of(), List.of(Fixtures.change(2, 10)), List.of());
    Trace trace =
        trace(
            autoscaler(
                1,
                100,
                Fixtures.up(
                    Fixtures.rules(0, "Max", Fixtures.pods(4, 60), Fixtures.percent(50, 60))),
                QUEUE),
            10,
            history,
            List.of(),
            queue(50_000));
    Normalization.RateLimit rate = requireNonNull(requireNonNull(trace.limits()).rate());
    assertEquals(
        List.of(8, 8),
        rate.policies().stream().map(Normalization.PolicyLimit::periodStart).toList());
    assertEquals(
        List.of(12, 12), rate.policies().stream().map(Normalization.PolicyLimit::allowed).toList());
    assertEquals(12, rate.allowed());
    assertEquals(Trace.Outcome.LIMITED, trace.result().outcome());
    assertEquals("ScaleUpLimit", trace.result().reason());
  }

  @Test
  void boundsAndDisabledScalingReadNoMetrics() {
    Trace clamp = trace(autoscaler(3, 5, null, CPU), 9, History.EMPTY, List.of());
    assertEquals(Trace.Cause.CLAMP, clamp.plan());
    assertEquals(List.of(), clamp.metrics());
    assertEquals(Trace.Outcome.SCALED_DOWN, clamp.result().outcome());
    assertEquals(5, clamp.result().replicas());
    Trace disabled = trace(autoscaler(3, 5, null, CPU), 0, History.EMPTY, List.of());
    assertEquals(Trace.Cause.DISABLED, disabled.plan());
    assertEquals(Trace.Outcome.SUPPRESSED, disabled.result().outcome());
    assertEquals("ScalingDisabled", disabled.result().reason());
  }

  @Test
  void anUnreadableScaleIsReported() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 5, null, CPU);
    Observation unreadable =
        new UnreadableScale(
            hpa, Settings.DEFAULTS, "not found", "failed: not found", History.EMPTY, NOW);
    Decision decision = Decider.decide(unreadable);
    Conclusion conclusion = ((Decision.Ended) decision).conclusion();
    Trace trace = Tracer.trace(unreadable, decision, conclusion);
    assertEquals(Trace.Cause.UNREADABLE, trace.plan());
    assertNull(trace.replicas());
    assertEquals("FailedGetScale", trace.result().reason());
    assertEquals("failed: not found", trace.result().error());
  }
}
