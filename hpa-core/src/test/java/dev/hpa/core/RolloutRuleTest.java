package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.rollingOut;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.status;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RolloutRuleTest {

  private static final Situation.Context COMPENSATE = rollingOut("rollout=Compensate");
  private static final Situation.Context UPSTREAM = rollingOut();
  private static final MetricSpec RATE =
      MetricSpec.of(
          new MetricSpec.PodsMetric(
              new MetricIdentifier("rate", null), MetricTarget.averageValue(Quantity.parse("10"))));

  /** A scale with more pods than requested. */
  private static Scale scale(int requested, int observed) {
    return new Scale("shop", "web", null, "7", requested, observed, "app=web");
  }

  /** The same CPU for each pod, in percent of the request. */
  private static MetricResult each(int pods, int percent) {
    long[] values = new long[pods];
    Arrays.fill(values, percent * 10L);
    return MetricReading.PodValues.of(Fixtures.podValues(values));
  }

  private static Situation rollout(
      MetricSpec metric, Situation.Context context, Scale scale, MetricResult result) {
    return situation(autoscaler(1, 1000, null, metric), scale, History.EMPTY, context, NOW, result);
  }

  private static int recommendation(Situation situation) {
    return requireNonNull(requireNonNull(Decider.decide(situation).reasoning().computed()))
        .recommendation();
  }

  @Test
  void surgePodsDoNotMultiplyTheCount() {
    // 25 % surge at 64 % of a target of 50 %: kubernetes/kubernetes 72775.
    Scale surge = scale(383, 479);
    assertEquals(614, recommendation(rollout(CPU, UPSTREAM, surge, each(479, 64))));
    Situation compensated = rollout(CPU, COMPENSATE, surge, each(479, 64));
    assertEquals(491, recommendation(compensated));
    Trace.Metric metric = trace(compensated).metrics().getFirst();
    assertEquals(
        new Trace.Change(Decider.ProposalRule.ROLLOUT_LIMITS_SCALE_UP, 491), metric.change());
    assertEquals(614, requireNonNull(metric.calculation()).replicas());
    assertEquals(
        "it has more pods than requested", requireNonNull(trace(compensated).options()).rollout());
  }

  @Test
  void surgePodsAloneDoNotScaleUp() {
    Scale surge = scale(10, 13);
    assertEquals(11, recommendation(rollout(CPU, UPSTREAM, surge, each(13, 42))));
    Situation compensated = rollout(CPU, COMPENSATE, surge, each(13, 42));
    assertEquals(10, recommendation(compensated));
    assertEquals(
        new Trace.Change(Decider.ProposalRule.ROLLOUT_LIMITS_SCALE_UP, 10),
        trace(compensated).metrics().getFirst().change());
  }

  @Test
  void theRatioWithAssumedValuesLimits() {
    // 8 of 12 pods at 90 %; the other 4 count as 0 %: 60 % of a target of 50 %.
    Situation compensated = rollout(CPU, COMPENSATE, scale(10, 12), each(8, 90));
    assertEquals(15, recommendation(rollout(CPU, UPSTREAM, scale(10, 12), each(8, 90))));
    assertEquals(12, recommendation(compensated));
  }

  @Test
  void aProposalWithinTheLimitStays() {
    Situation compensated = rollout(CPU, COMPENSATE, scale(10, 10), each(10, 60));
    assertEquals(12, recommendation(compensated));
    assertNull(trace(compensated).metrics().getFirst().change());
    Situation steady = rollout(CPU, COMPENSATE, scale(10, 12), each(12, 50));
    assertNull(trace(steady).metrics().getFirst().change());
  }

  @Test
  void sharesOfATotalAreNotLimited() {
    Situation compensated = rollout(QUEUE, COMPENSATE, scale(10, 13), series(300_000));
    assertEquals(30, recommendation(compensated));
    assertNull(trace(compensated).metrics().getFirst().change());
    assertEquals("30", String.valueOf(current(compensated, 0)));
  }

  private static Object current(Situation situation, int metric) {
    return requireNonNull(
        requireNonNull(concluded(situation).status().currentMetricsOrEmpty().get(metric).external())
            .current()
            .averageValue());
  }

  @Test
  void averagesOfATotalAreOverTheRequestedReplicas() {
    // Upstream proposes the observed 13 replicas if the average is on target.
    assertEquals(13, recommendation(rollout(QUEUE, UPSTREAM, scale(10, 13), series(130_000))));
    Situation compensated = rollout(QUEUE, COMPENSATE, scale(10, 13), series(100_000));
    assertEquals(10, recommendation(compensated));
    assertEquals("10", String.valueOf(current(compensated, 0)));
    assertEquals(
        9, RolloutRule.observedReplicas(rollout(QUEUE, COMPENSATE, scale(10, 9), series(100_000))));
    assertEquals(
        13, RolloutRule.observedReplicas(rollout(QUEUE, UPSTREAM, scale(10, 13), series(100_000))));
  }

  @Test
  void aSumOfPodsIsLimitedByItsRatio() {
    Settings sums =
        Settings.DEFAULTS.with(
            new UpstreamDifferences(
                null,
                null,
                UpstreamDifferences.Formula.SUM,
                UpstreamDifferences.UtilizationBase.REQUESTS,
                UpstreamDifferences.Aggregation.MAXIMUM,
                false,
                Set.of()));
    Situation compensated =
        situation(
            autoscaler(1, 1000, null, CPU),
            scale(10, 13),
            History.EMPTY,
            COMPENSATE,
            sums,
            NOW,
            each(13, 60));
    assertEquals(12, recommendation(compensated));
    assertEquals(16, recommendation(compensated.with(UPSTREAM)));
  }

  @Test
  void aScaleDownByPodsWaits() {
    for (MetricSpec metric : List.of(CPU, RATE)) {
      MetricResult low = each(10, metric.equals(CPU) ? 10 : 200);
      assertEquals(2, recommendation(rollout(metric, UPSTREAM, scale(10, 10), low)));
      Situation compensated = rollout(metric, COMPENSATE, scale(10, 10), low);
      assertEquals(10, recommendation(compensated));
      assertEquals(
          new Trace.Change(Decider.ProposalRule.ROLLOUT_HOLDS_SCALE_DOWN, 10),
          trace(compensated).metrics().getFirst().change());
    }
  }

  private static Situation twoReady(Situation situation) {
    List<Pod> pods = new ArrayList<>(situation.pods());
    for (int i = 2; i < pods.size(); i++) {
      pods.set(i, Fixtures.unready(pods.get(i).name(), pods.get(i).resources()));
    }
    return Situation.of(
            situation.hpa(),
            situation.scale(),
            situation.plan(),
            new Selection(pods, List.of()),
            situation.results(),
            situation.history(),
            situation.settings(),
            situation.now())
        .with(situation.context());
  }

  @Test
  void aScaleDownByTheReadyPodsWaits() {
    // 1.5 times the target with 2 of 5 pods ready: ceil(1.5 × 2) = 3 of 4 requested replicas.
    MetricSpec latency =
        MetricSpec.of(
            new MetricSpec.ExternalMetric(
                new MetricIdentifier("latency", null), MetricTarget.value(Quantity.parse("100"))));
    Situation upstream = twoReady(rollout(latency, UPSTREAM, scale(4, 5), series(150_000)));
    assertEquals(3, recommendation(upstream));
    Situation compensated = twoReady(rollout(latency, COMPENSATE, scale(4, 5), series(150_000)));
    assertEquals(4, recommendation(compensated));
    assertEquals(
        new Trace.Change(Decider.ProposalRule.ROLLOUT_HOLDS_SCALE_DOWN, 4),
        trace(compensated).metrics().getFirst().change());
  }

  @Test
  void aRatioAboveOneNeverRemovesPods() {
    MetricSpec latency =
        MetricSpec.of(
            new MetricSpec.ExternalMetric(
                new MetricIdentifier("latency", null), MetricTarget.value(Quantity.parse("100"))));
    HorizontalPodAutoscaler hpa =
        autoscaler(1, 1000, null, latency).withStatus(status(inProgress("True", ago(9000))));
    Situation overloaded =
        twoReady(situation(hpa, scale(4, 5), History.EMPTY, COMPENSATE, NOW, series(150_000)));
    assertEquals(4, recommendation(overloaded));
    assertEquals(
        "True/RolloutTimedOut",
        condition(concluded(overloaded), "RolloutInProgress").split(":", 2)[0]);
    Situation idle =
        twoReady(situation(hpa, scale(4, 5), History.EMPTY, COMPENSATE, NOW, series(50_000)));
    assertEquals(1, recommendation(idle));
  }

  private static Pod neverReady(String name, long started, long changed) {
    return new Pod(
        name,
        Pod.Phase.RUNNING,
        false,
        ago(started),
        new Pod.Readiness(Pod.Readiness.Status.FALSE, ago(changed)),
        Fixtures.requesting("1"));
  }

  /** 2 old pods at 110 % of their request, and 2 pods of a rollout, of which one has a value. */
  private static Situation failedRollout(Situation.Context context, Pod third, Pod fourth) {
    List<Pod> pods =
        List.of(
            Fixtures.ready("p0", Fixtures.requesting("1")),
            Fixtures.ready("p1", Fixtures.requesting("1")),
            third,
            fourth);
    Situation situation =
        rollout(
            CPU,
            context,
            scale(2, 4),
            MetricReading.PodValues.of(Fixtures.podValues(1100, 1100, 5)));
    return Situation.of(
            situation.hpa(),
            situation.scale(),
            situation.plan(),
            new Selection(pods, List.of()),
            situation.results(),
            situation.history(),
            situation.settings(),
            situation.now())
        .with(context);
  }

  @Test
  void podsThatAFailedRolloutDoesNotGetReadyDoNotDampen() {
    Pod third = neverReady("p2", 600, 599);
    Pod fourth = neverReady("p3", 600, 599);
    assertEquals(2, recommendation(failedRollout(UPSTREAM, third, fourth)));
    Situation stalled = failedRollout(COMPENSATE, third, fourth);
    assertEquals(5, recommendation(stalled));
    assertEquals(
        "True/RolloutStalled: the target rolls out: it has more pods than requested; scale-ups are"
            + " based on the requested replicas, and scale-downs that depend on its pods wait; it"
            + " makes no progress, so that pods that are not ready do not count against scale-ups",
        condition(concluded(stalled), "RolloutInProgress"));
    assertEquals(
        "it has more pods than requested; it makes no progress, so that pods that are not ready do"
            + " not count against scale-ups",
        requireNonNull(trace(stalled).options()).rollout());
    Trace.Metric metric = trace(stalled).metrics().getFirst();
    for (Trace.PodPart pod : requireNonNull(metric.pods())) {
      assertNull(pod.filledWith());
    }
    assertNull(requireNonNull(metric.calculation()).filledRatio());
  }

  @Test
  void podsOfARolloutDampenUntilTheTimeout() {
    Pod old = neverReady("p2", 600, 599);
    for (Pod young :
        List.of(
            neverReady("p3", 599, 598),
            // It was ready once: it has not been since then.
            neverReady("p3", 900, 599),
            Fixtures.pending("p3", Fixtures.requesting("1")))) {
      assertEquals(3, recommendation(failedRollout(COMPENSATE, old, young)));
    }
    assertEquals(5, recommendation(failedRollout(COMPENSATE, old, neverReady("p3", 9000, 600))));
    Pod unknown = new Pod("p3", Pod.Phase.RUNNING, false, ago(600), null, Fixtures.requesting("1"));
    assertEquals(5, recommendation(failedRollout(COMPENSATE, old, unknown)));
    assertEquals(
        5,
        recommendation(
            failedRollout(
                rollingOut("rollout=Compensate", "rollout-timeout=2m"),
                neverReady("p2", 120, 119),
                neverReady("p3", 120, 119))));
  }

  @Test
  void aTargetThatReportsNoProgressHasNoTimeout() {
    Situation.Context failed =
        new Situation.Context(
            OptionFixtures.options("rollout=Compensate"),
            new Rollout(true, "it has more pods than requested", true),
            Outages.NONE);
    Pod pending = Fixtures.pending("p3", Fixtures.requesting("1"));
    Situation stalled = failedRollout(failed, neverReady("p2", 60, 59), pending);
    assertEquals(5, recommendation(stalled));
    assertEquals(
        "True/RolloutStalled", condition(concluded(stalled), "RolloutInProgress").split(":", 2)[0]);
    // A ready pod without a value dampens.
    Pod silent = Fixtures.ready("p3", Fixtures.requesting("1"));
    assertEquals(3, recommendation(failedRollout(failed, neverReady("p2", 60, 59), silent)));
  }

  @Test
  void aScaleDownByATotalDoesNotWait() {
    Situation compensated = rollout(QUEUE, COMPENSATE, scale(10, 13), series(20_000));
    assertEquals(2, recommendation(compensated));
    assertNull(trace(compensated).metrics().getFirst().change());
  }

  @Test
  void aContainerMetricIsOfPods() {
    MetricSpec container =
        MetricSpec.of(
            new MetricSpec.ContainerResourceMetric("cpu", MetricTarget.utilization(50), "app"));
    assertEquals(10, recommendation(rollout(container, COMPENSATE, scale(10, 10), each(10, 10))));
  }

  private static HpaCondition inProgress(String status, @Nullable Instant since) {
    return new HpaCondition("RolloutInProgress", status, since, "Compensating", "");
  }

  private static Conclusion after(HpaCondition before, String... options) {
    HorizontalPodAutoscaler hpa = autoscaler(1, 1000, null, CPU).withStatus(status(before));
    return concluded(
        situation(hpa, scale(10, 10), History.EMPTY, rollingOut(options), NOW, each(10, 10)));
  }

  @Test
  void afterTheTimeoutScaleDownsDoNotWait() {
    String[] options = {"rollout=Compensate", "rollout-timeout=5m"};
    Conclusion waiting = after(inProgress("True", ago(300).plusNanos(1)), options);
    assertEquals(10, waiting.desiredReplicas());
    assertEquals(
        "True/Compensating: the target rolls out: it has more pods than requested; scale-ups are"
            + " based on the requested replicas, and scale-downs that depend on its pods wait",
        condition(waiting, "RolloutInProgress"));
    Conclusion timedOut = after(inProgress("True", ago(300)), options);
    assertEquals(2, timedOut.desiredReplicas());
    assertEquals(
        "True/RolloutTimedOut: the target rolls out: it has more pods than requested; scale-downs no"
            + " longer wait for its end",
        condition(timedOut, "RolloutInProgress"));
    assertEquals(10, after(inProgress("True", ago(599)), "rollout=Compensate").desiredReplicas());
    assertEquals(2, after(inProgress("True", ago(600)), "rollout=Compensate").desiredReplicas());
  }

  @Test
  void theTimeBeginsWithTheRollout() {
    assertEquals(10, after(inProgress("False", ago(9000)), "rollout=Compensate").desiredReplicas());
    assertEquals(
        10,
        after(new HpaCondition("AbleToScale", "True", ago(9000), "", ""), "rollout=Compensate")
            .desiredReplicas());
    assertEquals(
        2,
        after(inProgress("False", ago(9000)), "rollout=Compensate", "rollout-timeout=0s")
            .desiredReplicas());
  }

  @Test
  void aConditionWithoutATimeIsNew() {
    assertEquals(10, after(inProgress("True", null), "rollout=Compensate").desiredReplicas());
  }

  @Test
  void theConditionFollowsTheRollout() {
    Conclusion none =
        concluded(
            situation(
                autoscaler(1, 1000, null, CPU), 10, context("rollout=Compensate"), each(10, 50)));
    assertEquals(
        "False/NoRollout: the target does not roll out", condition(none, "RolloutInProgress"));
    assertEquals(List.of(), events(none));
    Conclusion ignored = after(inProgress("True", ago(60)), "rollout=Ignore");
    assertEquals("absent", condition(ignored, "RolloutInProgress"));
    assertEquals(2, ignored.desiredReplicas());
    Conclusion removed = after(inProgress("True", ago(60)));
    assertEquals("absent", condition(removed, "RolloutInProgress"));
    assertNull(
        requireNonNull(
                trace(
                        situation(
                            autoscaler(1, 1000, null, CPU),
                            10,
                            context("rollout=Compensate"),
                            each(10, 50)))
                    .options())
            .rollout());
  }
}
