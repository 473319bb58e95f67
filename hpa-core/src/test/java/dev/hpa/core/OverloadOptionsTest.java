package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.rules;
import static dev.hpa.core.Fixtures.unready;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.result;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.status;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Behavior;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.ReplicaCalculator;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The options {@code value-base}, {@code min-ready} and {@code request-base}. */
class OverloadOptionsTest {

  private static final MetricTarget HUNDRED = MetricTarget.value(Quantity.parse("100"));
  private static final MetricSpec LATENCY =
      MetricSpec.of(new MetricSpec.ExternalMetric(new MetricIdentifier("latency", null), HUNDRED));
  private static final MetricSpec OF_SERVICE =
      MetricSpec.of(
          new MetricSpec.ObjectMetric(
              new CrossVersionObjectReference("Service", "web", "v1"),
              HUNDRED,
              new MetricIdentifier("latency", null)));

  /** Removes pods at once. */
  private static final Behavior IMMEDIATE =
      new Behavior(
          Fixtures.defaultUp(), rules(0, Behavior.ScalingRules.MAX, Fixtures.percent(100, 15)));

  private static HorizontalPodAutoscaler hpa(MetricSpec... metrics) {
    return autoscaler(1, 100, IMMEDIATE, metrics);
  }

  /** A situation in which only the first of the pods are ready. */
  private static Situation withReady(
      HorizontalPodAutoscaler hpa,
      int replicas,
      int ready,
      Situation.Context context,
      MetricResult... results) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < replicas; i++) {
      pods.add(i < ready ? ready("p" + i, requesting("1")) : unready("p" + i, requesting("1")));
    }
    return withPods(hpa, pods, context, results);
  }

  private static Situation withPods(
      HorizontalPodAutoscaler hpa,
      List<Pod> pods,
      Situation.Context context,
      MetricResult... results) {
    Scale scale = Fixtures.scale(pods.size());
    Settings settings = Settings.DEFAULTS.with(context.options());
    Plan plan = Planner.plan(hpa, scale, context.options(), context.drain(), NOW, settings);
    return Situation.of(
            hpa,
            scale,
            plan,
            new Selection(pods, List.of("shop/web")),
            List.of(results),
            History.EMPTY,
            settings,
            NOW)
        .with(context);
  }

  private static MetricResult cpu(int pods, int percent) {
    long[] values = new long[pods];
    Arrays.fill(values, percent * 10L);
    return MetricReading.PodValues.of(Fixtures.podValues(values));
  }

  @Test
  void aValueIsMultipliedByTheRequestedReplicas() {
    Situation.Context spec = context("value-base=Spec");
    for (MetricSpec metric : List.of(LATENCY, OF_SERVICE)) {
      MetricResult high =
          metric.equals(LATENCY) ? series(150_000) : MetricReading.SingleValue.of(150_000);
      assertEquals(8, result(withReady(hpa(metric), 10, 5, context(), high)));
      assertEquals(15, result(withReady(hpa(metric), 10, 5, spec, high)));
      assertEquals(1, result(withReady(hpa(metric), 10, 0, context(), high)));
      assertEquals(15, result(withReady(hpa(metric), 10, 0, spec, high)));
    }
    Trace.Proposal how =
        requireNonNull(
            trace(withReady(hpa(LATENCY), 10, 5, spec, series(150_000)))
                .metrics()
                .getFirst()
                .calculation());
    assertEquals(Calculation.Rule.RATIO_OF_REQUESTED, how.rule());
    assertEquals(10, how.pods());
    assertEquals(15, how.replicas());
  }

  @Test
  void aValueWithinToleranceOrFromZeroIsAsWithoutTheOption() {
    Situation.Context spec = context("value-base=Spec");
    assertEquals(10, result(withReady(hpa(LATENCY), 10, 0, spec, series(109_000))));
    assertEquals(5, result(withReady(hpa(LATENCY), 10, 10, spec, series(50_000))));
    ReplicaCalculator zero = Fixtures.calculator(0);
    assertEquals(3, zero.byValueOfRequested(250, Fixtures.target(100)).how().replicas());
    assertEquals(
        Calculation.Rule.FROM_ZERO,
        zero.byValueOfRequested(250, Fixtures.target(100)).how().rule());
  }

  @Test
  void aValueNeedsNoPodsToBeScaledByTheRequestedReplicas() {
    ReplicaCalculator two = Fixtures.calculator(2);
    assertEquals(6, two.byValueOfRequested(300, Fixtures.target(100)).how().replicas());
    assertEquals(
        Integer.MAX_VALUE,
        two.byValueOfRequested(Long.MAX_VALUE, Fixtures.target(1)).how().replicas());
  }

  @Test
  void aScaleDownWaitsForReadyPods() {
    for (MetricSpec metric : List.of(CPU, LATENCY, OptionFixtures.QUEUE)) {
      MetricResult low = metric.equals(CPU) ? cpu(10, 10) : series(1);
      Situation situation = withReady(hpa(metric), 10, 4, context("min-ready=50%"), low);
      assertEquals(10, result(situation));
      assertEquals(
          "True/TooFewReadyPods: 4 of 10 requested replicas are ready, less than the 50 % of"
              + " min-ready; scale-downs are held",
          condition(concluded(situation), "ScalingLimited"));
      assertEquals(
          List.of(
              "Normal TooFewReadyPods: 4 of 10 requested replicas are ready, less than the 50 % of"
                  + " min-ready; scale-downs are held"),
          events(concluded(situation)));
      assertEquals(Decider.Adjustment.MIN_READY, trace(situation).adjustment());
      assertEquals(Trace.Outcome.SUPPRESSED, trace(situation).result().outcome());
      assertEquals("TooFewReadyPods", trace(situation).result().reason());
    }
  }

  @Test
  void enoughReadyPodsScaleDown() {
    Situation enough = withReady(hpa(LATENCY), 10, 5, context("min-ready=50%"), series(1));
    assertEquals(1, result(enough));
    assertEquals(Decider.Adjustment.NONE, trace(enough).adjustment());
    assertEquals(
        List.of(),
        trace(enough).result().events().stream()
            .filter(each -> each.reason().equals("TooFewReadyPods"))
            .toList());
    assertEquals(10, result(withReady(hpa(LATENCY), 10, 9, context("min-ready=100%"), series(1))));
    assertEquals(1, result(withReady(hpa(LATENCY), 10, 10, context("min-ready=100%"), series(1))));
    assertEquals(1, result(withReady(hpa(LATENCY), 10, 0, context("min-ready=0%"), series(1))));
    assertEquals(10, result(withReady(hpa(LATENCY), 10, 0, context("min-ready=0.5%"), series(1))));
  }

  @Test
  void deletedPodsAreNotReady() {
    List<Pod> pods =
        List.of(
            ready("a", requesting("1")),
            Fixtures.deleted("b", requesting("1")),
            Fixtures.inPhase("c", Pod.Phase.SUCCEEDED, requesting("1")),
            Fixtures.inPhase("d", Pod.Phase.FAILED, requesting("1")));
    assertEquals(4, result(withPods(hpa(LATENCY), pods, context("min-ready=26%"), series(1))));
    assertEquals(1, result(withPods(hpa(LATENCY), pods, context("min-ready=25%"), series(1))));
  }

  @Test
  void aHoldIsReportedOnce() {
    HorizontalPodAutoscaler held =
        hpa(LATENCY)
            .withStatus(
                status(
                    new HpaCondition(
                        HpaCondition.SCALING_LIMITED, "True", NOW, "TooFewReadyPods", "")));
    assertEquals(
        List.of(), events(concluded(withReady(held, 10, 4, context("min-ready=50%"), series(1)))));
    HorizontalPodAutoscaler before =
        hpa(LATENCY)
            .withStatus(
                status(
                    new HpaCondition(
                        HpaCondition.SCALING_LIMITED, "False", NOW, "DesiredWithinRange", ""),
                    new HpaCondition("Other", "True", NOW, "TooFewReadyPods", "")));
    assertEquals(
        1, events(concluded(withReady(before, 10, 4, context("min-ready=50%"), series(1)))).size());
  }

  @Test
  void aScaleUpOfUnreadyPodsIsNotHeld() {
    Situation situation =
        withReady(
            hpa(LATENCY), 10, 0, context("min-ready=100%", "value-base=Spec"), series(150_000));
    assertEquals(15, result(situation));
  }

  @Test
  void aFallbackWaitsForReadyPodsToo() {
    Situation.Context fallback =
        context("min-ready=50%", "fallback-replicas=2", "fallback-after=0s");
    assertEquals(10, result(withReady(hpa(LATENCY), 10, 4, fallback, BROKEN)));
    assertEquals(2, result(withReady(hpa(LATENCY), 10, 5, fallback, BROKEN)));
  }

  @Test
  void theRequestsInEffectAreTheBaseOfUtilization() {
    PodResources spec = requesting("4");
    PodResources resized = spec.withInEffect(requesting("1"));
    List<Pod> pods = List.of(ready("p0", resized), ready("p1", resized));
    assertEquals(1, result(withPods(hpa(CPU), pods, context(), cpu(2, 95))));
    Situation allocated = withPods(hpa(CPU), pods, context("request-base=Allocated"), cpu(2, 95));
    assertEquals(4, result(allocated));
    assertEquals(
        95,
        requireNonNull(concluded(allocated).status().currentMetricsOrEmpty().getFirst().resource())
            .current()
            .averageUtilization());
    Trace.PodPart part = requireNonNull(trace(allocated).metrics().getFirst().pods()).getFirst();
    assertEquals("4", String.valueOf(part.request()));
    assertEquals("1", String.valueOf(part.requestInEffect()));
  }

  @Test
  void theLimitsAreTheBaseOfUtilization() {
    PodResources limited = requesting("1").withLimits(requesting("4"));
    List<Pod> pods = List.of(ready("p0", limited), ready("p1", limited));
    assertEquals(4, result(withPods(hpa(CPU), pods, context(), cpu(2, 95))));
    Situation ofLimits = withPods(hpa(CPU), pods, context("request-base=Limits"), cpu(2, 380));
    assertEquals(4, result(ofLimits));
    assertEquals(
        "the HPA was able to successfully calculate a replica count from cpu resource utilization"
            + " (percentage of limit)",
        condition(concluded(ofLimits), "ScalingActive").replaceFirst(".*?: ", ""));
    Trace.PodPart part = requireNonNull(trace(ofLimits).metrics().getFirst().pods()).getFirst();
    assertEquals("4", String.valueOf(part.request()));
  }

  @Test
  void aContainerWithoutALimitFailsTheMetric() {
    PodResources unlimited =
        requesting("1").withLimits(Fixtures.resources(Fixtures.container("app", Map.of())));
    List<Pod> pods = List.of(ready("p0", unlimited));
    assertEquals(
        "False/FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to"
            + " get cpu utilization: missing limit for cpu in container app of Pod p0",
        condition(
            concluded(withPods(hpa(CPU), pods, context("request-base=Limits"), cpu(1, 95))),
            "ScalingActive"));
  }

  @Test
  void withoutAResizeTheRequestsOfTheSpecAreInEffect() {
    List<Pod> pods = Fixtures.readyPods(2, "1");
    for (String base : List.of("Spec", "Allocated")) {
      assertEquals(
          4, result(withPods(hpa(CPU), pods, context("request-base=" + base), cpu(2, 95))));
    }
  }
}
