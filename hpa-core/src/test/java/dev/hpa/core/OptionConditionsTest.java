package dev.hpa.core;

import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
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

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.Mode;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionConditionsTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(1, 100, null, QUEUE);
  private static final String TYPO =
      "annotation \"hpa.dev/Mode\": unknown key; \"hpa options\" lists the known ones";
  private static final String VALUE =
      "annotation \"hpa.dev/rollout\": \"Always\" is invalid; use Ignore or Compensate";

  private static Conclusion steady(HorizontalPodAutoscaler hpa, Situation.Context context) {
    return concluded(situation(hpa, 5, context, series(50_000)));
  }

  private static List<String> types(Conclusion conclusion) {
    return conclusion.status().conditionsOrEmpty().stream().map(HpaCondition::type).toList();
  }

  @Test
  void problemsAreReportedInOneConditionAndOneEvent() {
    Conclusion done = steady(HPA, context("Mode=Paused", "rollout=Always"));
    assertEquals("False/InvalidOptions: " + TYPO + "; " + VALUE, condition(done, "OptionsValid"));
    assertEquals(List.of("Warning InvalidOptions: " + TYPO + "; " + VALUE), events(done));
    assertEquals(5, done.desiredReplicas());
    assertTrue(done.statusChanged());
  }

  @Test
  void anEventIsSentWhenTheMessageChanges() {
    Situation.Context typo = context("Mode=Paused");
    HorizontalPodAutoscaler reported = HPA.withStatus(steady(HPA, typo).status());
    Conclusion again = steady(reported, typo);
    assertEquals(List.of(), events(again));
    assertFalse(again.statusChanged());
    assertEquals(
        List.of("Warning InvalidOptions: " + VALUE),
        events(steady(reported, context("rollout=Always"))));
  }

  @Test
  void theConditionIsRemovedWithTheProblem() {
    HorizontalPodAutoscaler reported = HPA.withStatus(steady(HPA, context("Mode=Paused")).status());
    for (Situation.Context context : List.of(Situation.Context.NONE, context("mode=Paused"))) {
      Conclusion done = steady(reported, context);
      assertEquals("absent", condition(done, "OptionsValid"));
      assertEquals(List.of(), events(done));
    }
  }

  @Test
  void problemsAreReportedWhateverIsPlanned() {
    Situation.Context typo = context("Mode=Paused");
    assertEquals(
        "False/InvalidOptions: " + TYPO,
        condition(concluded(situation(HPA, 0, typo)), "OptionsValid"));
    Conclusion clamped = concluded(situation(HPA, 200, typo));
    assertEquals("False/InvalidOptions: " + TYPO, condition(clamped, "OptionsValid"));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 100; reason: Current number of replicas above"
                + " Spec.MaxReplicas",
            "Warning InvalidOptions: " + TYPO),
        events(clamped));
  }

  @Test
  void conditionsOfUpstreamComeFirst() {
    Situation.Context all =
        context("mode=DryRun", "x=y", "rollout=Compensate", "fallback-replicas=3");
    assertEquals(
        List.of(
            "AbleToScale",
            "ScalingActive",
            "ScalingLimited",
            "OptionsValid",
            "DryRun",
            "FallbackActive",
            "RolloutInProgress"),
        types(steady(HPA, all)));
    assertEquals(
        List.of("AbleToScale", "ScalingActive", "ScalingLimited"),
        types(steady(HPA, Situation.Context.NONE)));
  }

  @Test
  void conditionsAreRemovedWithTheirOptions() {
    for (String type : OptionConditions.TYPES) {
      HorizontalPodAutoscaler before =
          HPA.withStatus(
              status(
                  new HpaCondition("Other", "True", ago(60), "Kept", ""),
                  new HpaCondition(type, "True", ago(60), "Old", "")));
      assertEquals(
          List.of("Other", "AbleToScale", "ScalingActive", "ScalingLimited"),
          types(steady(before, Situation.Context.NONE)));
      assertEquals("absent", condition(steady(before, context("mode=Paused")), type));
    }
  }

  @Test
  void aLongMessageIsBoundedAndReportedOnce() {
    String[] unknown = new String[1000];
    for (int i = 0; i < unknown.length; i++) {
      unknown[i] = "key-" + i + "=x";
    }
    Conclusion done = steady(HPA, context(unknown));
    assertTrue(condition(done, "OptionsValid").endsWith("and 81 more problems"));
    assertEquals(List.of(), events(steady(HPA.withStatus(done.status()), context(unknown))));
  }

  @Test
  void theTraceListsOptionsAndProblems() {
    Trace trace =
        OptionFixtures.trace(situation(HPA, 5, context("rollout=Always", "x=y"), series(50_000)));
    Trace.Applied applied = requireNonNull(trace.options());
    assertEquals(List.of(), applied.values());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/x\": unknown key; \"hpa options\" lists the known ones", VALUE),
        applied.problems());
    assertEquals(Mode.ACTIVE, applied.mode());
    assertNull(
        OptionFixtures.trace(situation(HPA, 5, Situation.Context.NONE, series(50_000))).options());
  }

  @Test
  void theTraceShowsHowPodsWereNarrowedDown() {
    Situation situation =
        situation(HPA, 5, context("selection-strategy=OwnerReference"), series(50_000));
    Ownership ownership = new Ownership(true, 8, 5, "");
    Situation byOwner =
        new Situation(
            HPA,
            situation.scale(),
            situation.plan(),
            new Selection(situation.pods(), List.of(), ownership),
            situation.metrics(),
            situation.history(),
            situation.context(),
            situation.settings(),
            situation.now());
    assertEquals(ownership, requireNonNull(OptionFixtures.trace(byOwner).pods()).ownership());
    assertNull(requireNonNull(OptionFixtures.trace(situation).pods()).ownership());
  }

  @Test
  void otherResultsKeepTheOptions() {
    Situation situation = situation(HPA, 5, context("mode=Paused"), series(50_000));
    assertEquals(situation.context(), situation.withResults(List.of(series(70_000))).context());
    assertEquals(situation.context(), situation.withHistory(History.EMPTY).context());
  }
}
