package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.result;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The option {@code drain}. */
class DrainRuleTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(1, 5, null, CPU);
  private static final Drain BLOCKED = new Drain(List.of("web-1"), "web", "");
  private static final Drain ALLOWED = new Drain(List.of("web-1"), "", "");
  private static final MetricResult FAILED =
      new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "no answer");

  private static Situation drained(
      HorizontalPodAutoscaler hpa, int replicas, Drain drain, String... more) {
    String[] options = new String[more.length + 1];
    System.arraycopy(more, 0, options, 0, more.length);
    options[more.length] = "drain=Surge";
    return situation(hpa, replicas, context(options).with(drain), FAILED);
  }

  private static HorizontalPodAutoscaler since(
      HorizontalPodAutoscaler hpa, Instant began, @Nullable Instant scaled) {
    HpaCondition condition = new HpaCondition("DrainSurge", "True", began, "MinimumRaised", "");
    return hpa.withStatus(new HpaStatus(null, scaled, 1, 1, null, List.of(condition)));
  }

  private static String state(Situation situation) {
    return condition(concluded(situation), "DrainSurge");
  }

  @Test
  void aBlockedDrainAddsOneReplicaAlsoWithoutMetrics() {
    Situation situation = drained(HPA, 1, BLOCKED);
    assertEquals(2, result(situation));
    String message =
        "pods on cordoned nodes: web-1; disruption budget web allows no eviction; the minimum is 2"
            + " until no pod is on a cordoned node, at the latest until "
            + NOW.plusSeconds(600);
    assertEquals("True/MinimumRaised: " + message, state(situation));
    assertTrue(events(concluded(situation)).contains("Normal DrainSurge: " + message));
    assertEquals(message, requireNonNull(trace(situation).options()).drain());
    assertEquals(4, result(drained(HPA, 3, BLOCKED)), "above minReplicas too");
  }

  @Test
  void aDrainThatIsAllowedOrAnUnknownOneAddsNone() {
    assertEquals(1, result(drained(HPA, 1, ALLOWED)));
    assertEquals(
        "False/NoDrain: no pod is on a cordoned node, or its disruption budget allows to evict it",
        state(drained(HPA, 1, ALLOWED)));
    assertNull(requireNonNull(trace(drained(HPA, 1, ALLOWED)).options()).drain());
    assertEquals(
        "False/NodesUnknown: cordoned nodes and disruption budgets are unknown: forbidden",
        state(drained(HPA, 1, new Drain(List.of(), "", "forbidden"))));
    assertEquals(0, result(drained(HPA, 0, BLOCKED)), "a disabled target");
  }

  /** The scaling has failed, or the new controller has not written it. */
  @Test
  void aScalingThatIsMissingIsRepeated() {
    assertEquals(2, result(drained(since(HPA, ago(15), null), 1, BLOCKED)));
    assertEquals(2, result(drained(since(HPA, ago(15), ago(16)), 1, BLOCKED)));
  }

  @Test
  void theReplicasStayUntilNoPodIsOnACordonedNode() {
    HorizontalPodAutoscaler began = since(HPA, ago(15), ago(15));
    for (Drain drain : List.of(BLOCKED, ALLOWED, new Drain(List.of(), "", "not listed yet"))) {
      Situation situation = drained(began, 2, drain);
      assertEquals(2, situation.bounds().min(), drain.toString());
      assertTrue(state(situation).startsWith("True/MinimumRaised"), drain.toString());
      assertEquals(
          List.of(),
          events(concluded(situation)).stream().filter(each -> each.contains("Drain")).toList());
    }
    Situation ended = drained(began, 2, Drain.NONE);
    assertEquals(1, ended.bounds().min());
    assertTrue(state(ended).startsWith("False/NoDrain"), state(ended));
  }

  @Test
  void itEndsAfterTenMinutesAndDoesNotBeginAgain() {
    assertEquals(2, drained(since(HPA, ago(599), ago(599)), 2, BLOCKED).bounds().min());
    Situation late = drained(since(HPA, ago(600), ago(600)), 2, BLOCKED);
    assertEquals(1, late.bounds().min());
    assertEquals(
        "True/SurgeTimedOut: pods on cordoned nodes: web-1; disruption budget web allows no"
            + " eviction; after 10m0s the minimum is not raised any more, until no pod is on a"
            + " cordoned node",
        state(late));
    assertEquals(1, result(drained(since(HPA, ago(900), ago(600)), 1, BLOCKED)));
  }

  @Test
  void maxReplicasIsNeverExceeded() {
    Situation full = drained(HPA, 5, BLOCKED);
    assertEquals(5, result(full));
    assertEquals(
        "True/MaximumReached: pods on cordoned nodes: web-1; disruption budget web allows no"
            + " eviction; no pod is added, as the maximum is 5",
        state(full));
    assertTrue(
        state(drained(since(HPA, ago(15), ago(15)), 5, BLOCKED)).startsWith("True/MinimumRaised"));
  }

  @Test
  void modesApplyToTheSurge() {
    assertEquals(1, result(drained(HPA, 1, BLOCKED, "mode=Paused")));
    assertEquals(2, result(drained(HPA, 1, BLOCKED, "mode=ScaleUpOnly")));
    assertTrue(
        condition(concluded(drained(HPA, 1, BLOCKED, "mode=DryRun")), "DryRun")
            .startsWith("True/WouldScale: would scale from 1 to 2"));
    assertEquals(
        3, result(drained(HPA, 1, BLOCKED, "schedule.all=00:00-24:00 UTC min=3")), "higher");
  }

  @Test
  void theConditionIsRemovedWithTheOption() {
    HorizontalPodAutoscaler began = since(HPA, ago(15), ago(15));
    Situation without = situation(began, 2, context(), FAILED);
    assertEquals("absent", state(without));
    assertEquals(1, without.bounds().min());
  }
}
