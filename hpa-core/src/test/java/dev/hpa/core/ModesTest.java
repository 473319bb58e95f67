package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.defaultDown;
import static dev.hpa.core.Fixtures.defaultUp;
import static dev.hpa.core.Fixtures.scale;
import static dev.hpa.core.Fixtures.scaleToZero;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.options;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.status;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModesTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(2, 100, null, QUEUE);
  private static final Situation.Context DRY_RUN = context("mode=DryRun");
  private static final Situation.Context PAUSED = context("mode=Paused");
  private static final Situation.Context UP_ONLY = context("mode=ScaleUpOnly");
  private static final HpaCondition SCALED_TO_ZERO =
      new HpaCondition("ScaledToZero", "True", ago(900), "ScaledToZero", "");

  private static HpaCondition since(Conclusion conclusion, String type) {
    return conclusion.status().conditionsOrEmpty().stream()
        .filter(each -> each.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** The next sync, 15 s later, with the status of this one. */
  private static Conclusion next(
      Conclusion before, Situation.Context context, int replicas, long milli) {
    return concluded(
        situation(
            HPA.withStatus(before.status()),
            scale(replicas),
            before.history(),
            context,
            NOW.plusSeconds(15),
            series(milli)));
  }

  @Test
  void dryRunReportsWhatItWouldDo() {
    HorizontalPodAutoscaler hpa =
        autoscaler(2, 100, new Behavior(defaultUp(), defaultDown()), QUEUE);
    Decision.Ended ended =
        assertInstanceOf(
            Decision.Ended.class, Decider.decide(situation(hpa, 5, DRY_RUN, series(70_000))));
    assertEquals(7, ended.withheld());
    Conclusion done = ended.conclusion();
    String message = "would scale from 5 to 7; reason: external metric queue(nil) above target";
    assertEquals("True/WouldScale: " + message, condition(done, "DryRun"));
    assertEquals(List.of("Normal WouldScale: " + message), events(done));
    assertEquals(7, done.desiredReplicas());
    assertEquals(7, done.status().desiredReplicas());
    assertEquals(5, done.status().currentReplicas());
    assertNull(done.status().lastScaleTime());
    assertNull(done.error());
    assertTrue(done.statusErrorReplacesError());
    assertEquals(List.of(), done.history().scaleUps());
    assertEquals(1, done.history().recommendations().size());
    assertEquals(1, done.status().currentMetricsOrEmpty().size());
  }

  @Test
  void dryRunRepeatsNoEvent() {
    Conclusion first = concluded(situation(HPA, 5, DRY_RUN, series(70_000)));
    Conclusion same = next(first, DRY_RUN, 5, 70_000);
    assertEquals(List.of(), events(same));
    assertFalse(same.statusChanged());
    Conclusion more = next(first, DRY_RUN, 5, 80_000);
    assertEquals(
        List.of(
            "Normal WouldScale: would scale from 5 to 8; reason: external metric queue(nil) above"
                + " target"),
        events(more));
  }

  @Test
  void dryRunWithoutAChangeSendsNoEvent() {
    Decision.Ended ended =
        assertInstanceOf(
            Decision.Ended.class, Decider.decide(situation(HPA, 5, DRY_RUN, series(50_000))));
    assertNull(ended.withheld());
    assertEquals("True/NoScale: would keep 5 replicas", condition(ended.conclusion(), "DryRun"));
    assertEquals(List.of(), events(ended.conclusion()));
  }

  @Test
  void dryRunWithoutACountSaysSo() {
    Conclusion failed = concluded(situation(HPA, 5, DRY_RUN, BROKEN));
    assertEquals("True/NoDecision: no replica count was computed", condition(failed, "DryRun"));
    assertEquals(2, events(failed).size());
  }

  @Test
  void dryRunReportsBounds() {
    Decision.Ended ended =
        assertInstanceOf(Decision.Ended.class, Decider.decide(situation(HPA, 1, DRY_RUN)));
    assertEquals(2, ended.withheld());
    assertEquals(
        "True/WouldScale: would scale from 1 to 2; reason: Current number of replicas below"
            + " Spec.MinReplicas",
        condition(ended.conclusion(), "DryRun"));
    Decision.Ended above =
        assertInstanceOf(Decision.Ended.class, Decider.decide(situation(HPA, 200, DRY_RUN)));
    assertEquals(100, above.withheld());
  }

  @Test
  void dryRunIsSuppressedInTheTrace() {
    Trace trace = trace(situation(HPA, 5, DRY_RUN, series(70_000)));
    assertEquals(Trace.Outcome.SUPPRESSED, trace.result().outcome());
    assertEquals("WouldScale", trace.result().reason());
    assertEquals(7, trace.result().replicas());
    assertEquals(
        new Trace.Applied(
            List.of(new Trace.Applied.Value("mode", "DryRun", OptionValue.Origin.AUTOSCALER)),
            List.of(),
            Mode.DRY_RUN,
            null,
            null,
            null,
            List.of(),
            List.of()),
        trace.options());
    Trace none = trace(situation(HPA, 5, DRY_RUN, series(50_000)));
    assertEquals(Trace.Outcome.NO_SCALE, none.result().outcome());
    assertEquals("DesiredWithinRange", none.result().reason());
  }

  @Test
  void theConditionOfDryRunIsRemovedWithIt() {
    Conclusion first = concluded(situation(HPA, 5, DRY_RUN, series(70_000)));
    assertEquals("absent", condition(next(first, PAUSED, 5, 70_000), "DryRun"));
    Conclusion active = next(first, Situation.Context.NONE, 5, 70_000);
    assertEquals("absent", condition(active, "DryRun"));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 7; reason: external metric queue(nil) above"
                + " target"),
        events(active));
  }

  @Test
  void pausedLeavesTheTargetUnchanged() {
    Decision.Ended ended =
        assertInstanceOf(
            Decision.Ended.class, Decider.decide(situation(HPA, 5, PAUSED, series(70_000))));
    assertNull(ended.withheld());
    Conclusion done = ended.conclusion();
    assertEquals(5, done.desiredReplicas());
    assertEquals(5, done.status().desiredReplicas());
    assertEquals(
        "False/Paused: the mode is Paused; the target keeps its replicas",
        condition(done, "ScalingActive"));
    assertEquals(List.of(), events(done));
    assertEquals(List.of(new History.Recommendation(7, NOW)), done.history().recommendations());
    assertEquals(
        Decider.Adjustment.PAUSED, requireNonNull(ended.reasoning().computed()).adjustment());
    assertEquals(
        Decider.Adjustment.PAUSED,
        requireNonNull(
                Decider.decide(situation(HPA, 5, PAUSED, series(30_000))).reasoning().computed())
            .adjustment());
    assertEquals(
        Decider.Adjustment.NONE,
        requireNonNull(
                Decider.decide(situation(HPA, 5, PAUSED, series(50_000))).reasoning().computed())
            .adjustment());
  }

  @Test
  void pausedEnforcesNoBounds() {
    for (int replicas : new int[] {1, 200}) {
      Situation outside = situation(HPA, replicas, PAUSED, series(50_000));
      assertEquals(replicas, OptionFixtures.result(outside));
      assertEquals(replicas, concluded(outside).desiredReplicas());
    }
  }

  @Test
  void pausedIsNamedWithItsEnd() {
    Situation.Context until = context("mode=Paused", "mode-until=2024-05-01T12:00:00Z");
    assertEquals(
        "False/Paused: the mode is Paused until 2024-05-01T12:00:00Z; the target keeps its"
            + " replicas",
        condition(concluded(situation(HPA, 5, until, series(70_000))), "ScalingActive"));
  }

  @Test
  void theModeEndsByItself() {
    Situation.Context ended = context("mode=Paused", "mode-until=" + NOW);
    Conclusion done = concluded(situation(HPA, 5, ended, series(70_000)));
    assertEquals(7, done.desiredReplicas());
    String message =
        "annotation \"hpa.dev/mode-until\": \""
            + NOW
            + "\" has passed, so that the mode is Active; remove it and \"hpa.dev/mode\"";
    assertEquals("False/InvalidOptions: " + message, condition(done, "OptionsValid"));
    assertTrue(events(done).contains("Warning InvalidOptions: " + message));
    assertTrue(condition(done, "ScalingActive").startsWith("True/ValidMetricFound"));
    Situation.Context running = context("mode=Paused", "mode-until=" + NOW.plusNanos(1));
    Conclusion paused = concluded(situation(HPA, 5, running, series(70_000)));
    assertEquals(5, paused.desiredReplicas());
    assertEquals("absent", condition(paused, "OptionsValid"));
  }

  @Test
  void aPausedStatusIsWrittenOnce() {
    Conclusion first = concluded(situation(HPA, 5, PAUSED, series(70_000)));
    Conclusion second = next(first, PAUSED, 5, 70_000);
    assertEquals(NOW, since(second, "ScalingActive").lastTransitionTime());
    assertFalse(second.statusChanged());
    Instant later = NOW.plusSeconds(15);
    assertEquals(
        later,
        since(next(first, Situation.Context.NONE, 5, 70_000), "ScalingActive")
            .lastTransitionTime());
  }

  @Test
  void pausedIsReportedWhateverIsPlanned() {
    Conclusion disabled = concluded(situation(HPA, 0, PAUSED));
    assertTrue(condition(disabled, "ScalingActive").startsWith("False/Paused: "));
    Conclusion failed = concluded(situation(HPA, 5, PAUSED, BROKEN));
    assertTrue(condition(failed, "ScalingActive").startsWith("False/Paused: "));
    assertNull(failed.desiredReplicas());
    HorizontalPodAutoscaler asleep =
        autoscaler(3, 100, null, QUEUE).withStatus(status(SCALED_TO_ZERO));
    assertEquals(
        0,
        concluded(
                situation(
                    asleep, scale(0), History.EMPTY, PAUSED, scaleToZero(), NOW, series(70_000)))
            .desiredReplicas());
    Trace trace = trace(situation(HPA, 5, PAUSED, series(70_000)));
    assertEquals(Trace.Outcome.SUPPRESSED, trace.result().outcome());
    assertEquals("Paused", trace.result().reason());
    assertEquals(Decider.Adjustment.PAUSED, trace.adjustment());
  }

  @Test
  void scaleUpOnlyHoldsScaleDowns() {
    Situation low = situation(HPA, 5, UP_ONLY, series(30_000));
    Conclusion done = concluded(low);
    assertEquals(5, done.desiredReplicas());
    assertEquals(5, done.status().desiredReplicas());
    assertEquals(
        "True/ScaleUpOnly: the mode is ScaleUpOnly; scale-downs are held",
        condition(done, "ScalingLimited"));
    assertEquals(List.of(), events(done));
    Trace trace = trace(low);
    assertEquals(Decider.Adjustment.SCALE_UP_ONLY, trace.adjustment());
    assertEquals(Trace.Outcome.SUPPRESSED, trace.result().outcome());
    assertEquals("ScaleUpOnly", trace.result().reason());
    Conclusion until =
        concluded(
            situation(
                HPA,
                5,
                context("mode=ScaleUpOnly", "mode-until=2024-05-01T12:00:00Z"),
                series(30_000)));
    assertEquals(
        "True/ScaleUpOnly: the mode is ScaleUpOnly until 2024-05-01T12:00:00Z; scale-downs are"
            + " held",
        condition(until, "ScalingLimited"));
  }

  @Test
  void scaleUpOnlyScalesUp() {
    Conclusion done = concluded(situation(HPA, 5, UP_ONLY, series(70_000)));
    assertEquals(7, done.desiredReplicas());
    assertEquals(NOW, done.status().lastScaleTime());
    assertEquals(
        "False/DesiredWithinRange: the desired count is within the acceptable range",
        condition(done, "ScalingLimited"));
    Conclusion same = concluded(situation(HPA, 5, UP_ONLY, series(50_000)));
    assertEquals(
        "False/DesiredWithinRange: the desired count is within the acceptable range",
        condition(same, "ScalingLimited"));
  }

  @Test
  void scaleUpOnlyStatusIsWrittenOnce() {
    Conclusion first = concluded(situation(HPA, 5, UP_ONLY, series(30_000)));
    Conclusion second = next(first, UP_ONLY, 5, 30_000);
    assertEquals(NOW, since(second, "ScalingLimited").lastTransitionTime());
    assertFalse(second.statusChanged());
  }

  @Test
  void scaleUpOnlyEnforcesTheMinimumOnly() {
    Situation above = situation(HPA, 200, UP_ONLY, series(50_000));
    assertEquals(200, concluded(above).desiredReplicas());
    assertEquals(
        "True/ScaleUpOnly: the mode is ScaleUpOnly; scale-downs are held",
        condition(concluded(above), "ScalingLimited"));
    assertEquals(2, concluded(situation(HPA, 1, UP_ONLY)).desiredReplicas());
    assertInstanceOf(
        Plan.Clamp.class,
        Planner.plan(HPA, scale(101), options("mode=DryRun"), Drain.NONE, NOW, Settings.DEFAULTS));
    assertInstanceOf(
        Plan.Measure.class,
        Planner.plan(HPA, scale(100), options("mode=Active"), Drain.NONE, NOW, Settings.DEFAULTS));
  }

  @Test
  void anUnreadableScaleIsReportedInEveryMode() {
    UnreadableScale unreadable =
        new UnreadableScale(
            HPA.withStatus(status(new HpaCondition("DryRun", "True", ago(60), "NoScale", ""))),
            Settings.DEFAULTS,
            "not found",
            "error",
            History.EMPTY,
            NOW);
    Conclusion done = concluded(Decider.decide(unreadable), NOW);
    assertEquals("True/NoScale: ", condition(done, "DryRun"));
  }

  @Test
  void aRefusedScaleInAnotherModeKeepsTheConditionsOfOptions() {
    Decision.Rescale rescale =
        assertInstanceOf(
            Decision.Rescale.class,
            Decider.decide(
                situation(HPA, 5, context("rollout=Compensate", "x=y"), series(70_000))));
    Conclusion refused = rescale.conclude(new ScaleOutcome.Refused("boom"), NOW);
    assertEquals(
        "False/NoRollout: the target does not roll out", condition(refused, "RolloutInProgress"));
    assertEquals(2, events(refused).size());
  }

  @Test
  void ownWarmUpPeriodsReplaceThoseOfTheSettings() {
    Settings base = Settings.DEFAULTS;
    Settings both =
        base.with(
            OptionFixtures.options("cpu-initialization-period=2m", "initial-readiness-delay=1s"));
    assertEquals(Duration.ofMinutes(2), both.cpuInitializationPeriod());
    assertEquals(Duration.ofSeconds(1), both.initialReadinessDelay());
    assertEquals(base.tolerance(), both.tolerance());
    Settings one = base.with(OptionFixtures.options("initial-readiness-delay=1s"));
    assertEquals(base.cpuInitializationPeriod(), one.cpuInitializationPeriod());
    assertEquals(Duration.ofSeconds(1), one.initialReadinessDelay());
    Settings other = base.with(OptionFixtures.options("cpu-initialization-period=0s"));
    assertEquals(Duration.ZERO, other.cpuInitializationPeriod());
    assertEquals(base.initialReadinessDelay(), other.initialReadinessDelay());
    assertEquals(base, base.with(OptionFixtures.options("mode=Paused")));
  }
}
