package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.value;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.result;
import static dev.hpa.core.OptionFixtures.status;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The option {@code stuck-after}. */
class StuckRuleTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(1, 100, null, CPU);

  private static Pod pending(String name, @Nullable Instant start) {
    return new Pod(
        name,
        Pod.Phase.PENDING,
        false,
        start,
        start == null ? null : new Pod.Readiness(Pod.Readiness.Status.FALSE, start),
        requesting("1"));
  }

  /** Three pods that use a share of their core, where the target is 50 %, and other pods. */
  private static Situation withOthers(
      HorizontalPodAutoscaler hpa, int percent, Situation.Context context, Pod... others) {
    List<Pod> pods = new ArrayList<>();
    List<PodValue> values = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      pods.add(ready(name, requesting("1")));
      values.add(value(name, percent * 10L));
    }
    pods.addAll(List.of(others));
    Plan plan =
        Planner.plan(
            hpa,
            Fixtures.scale(pods.size()),
            context.options(),
            context.drain(),
            NOW,
            Settings.DEFAULTS);
    return Situation.of(
            hpa,
            Fixtures.scale(pods.size()),
            plan,
            new Selection(pods, List.of("shop/web")),
            List.of(MetricReading.PodValues.of(values)),
            History.EMPTY,
            Settings.DEFAULTS,
            NOW)
        .with(context);
  }

  /** As in kubernetes/kubernetes 109445: 3 × 65 % and a fourth pod look like 49 %. */
  @Test
  void aPodThatNeverStartsIsAddedToAScaleUp() {
    Pod stuck = pending("d", ago(600));
    assertEquals(4, result(withOthers(HPA, 65, context(), stuck)));
    Situation situation = withOthers(HPA, 65, context("stuck-after=10m"), stuck);
    assertEquals(5, result(situation));
    assertEquals(
        "True/StuckPodsAdded: not ready for 10m0s, and added to scale-ups: d",
        condition(concluded(situation), "PodsStuck"));
    assertTrue(
        events(concluded(situation))
            .contains("Warning PodsStuck: not ready for 10m0s, and added to scale-ups: d"));
    Trace.Change change = requireNonNull(trace(situation).metrics().getFirst().change());
    assertEquals(new Trace.Change(Decider.ProposalRule.STUCK_PODS_ADDED, 5), change);
  }

  @Test
  void aPodThatMayStillStartDampensTheScaleUp() {
    Situation situation = withOthers(HPA, 65, context("stuck-after=10m"), pending("d", ago(599)));
    assertEquals(4, result(situation));
    assertEquals(
        "False/NoStuckPods: all pods are ready, or not for 10m0s",
        condition(concluded(situation), "PodsStuck"));
  }

  @Test
  void aPodWithoutANodeOrThatEndsIsNotStuck() {
    Pod deleted = new Pod("d", Pod.Phase.PENDING, true, ago(900), null, requesting("1"));
    for (Pod other :
        List.of(
            pending("d", null),
            deleted,
            Fixtures.inPhase("d", Pod.Phase.FAILED, requesting("1")))) {
      Situation situation = withOthers(HPA, 65, context("stuck-after=10m"), other);
      String place = other.toString();
      assertEquals(result(withOthers(HPA, 65, context(), other)), result(situation), place);
      assertEquals("False", condition(concluded(situation), "PodsStuck").split("/", -1)[0], place);
    }
  }

  @Test
  void moreStuckPodsThanOthersRemoveNone() {
    Pod[] stuck = {
      pending("d", ago(900)), pending("e", ago(900)), pending("f", ago(900)),
      pending("g", ago(900)), pending("h", ago(900)), pending("i", ago(900))
    };
    Situation situation = withOthers(HPA, 65, context("stuck-after=10m"), stuck);
    assertEquals(9, result(withOthers(HPA, 65, context(), stuck)));
    assertEquals(10, result(situation));
    assertEquals(
        "True/StuckPodsAdded: not ready for 10m0s, and added to scale-ups: d, e, f, g, h and 1 more",
        condition(concluded(situation), "PodsStuck"));
  }

  @Test
  void aScaleDownIsAsWithoutTheOption() {
    Pod stuck = pending("d", ago(900));
    Situation without = withOthers(HPA, 20, context(), stuck);
    Situation with = withOthers(HPA, 20, context("stuck-after=10m"), stuck);
    assertEquals(result(without), result(with));
    assertEquals(Decider.decide(without).reasoning(), Decider.decide(with).reasoning());
  }

  @Test
  void aCompensatedRolloutHasOtherRules() {
    Situation.Context both =
        new Situation.Context(
            OptionFixtures.options("stuck-after=10m", "rollout=Compensate", "rollout-timeout=1h"),
            OptionFixtures.SURGE,
            Outages.NONE);
    assertEquals(4, result(withOthers(HPA, 65, both, pending("d", ago(900)))));
  }

  @Test
  void theEventIsSentOnce() {
    HorizontalPodAutoscaler known =
        HPA.withStatus(
            status(new HpaCondition("PodsStuck", "True", NOW, "StuckPodsAdded", "before")));
    Situation situation = withOthers(known, 65, context("stuck-after=10m"), pending("d", ago(900)));
    assertEquals(
        List.of(),
        events(concluded(situation)).stream().filter(each -> each.contains("PodsStuck")).toList());
    assertEquals("absent", condition(concluded(withOthers(known, 65, context())), "PodsStuck"));
  }
}
