package dev.hpa.benchmarks.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecisionHistoryTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final DecisionHistory history = new DecisionHistory();

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private void decides(String replica, int... seconds) {
    for (int second : seconds) {
      history.accept(
          new AuditedRequest(at(second), replica, "get", "deployments/scale shop/web", 200));
    }
  }

  private void writes(String replica, int second, int code) {
    history.accept(
        new AuditedRequest(at(second), replica, "update", "deployments/scale shop/web", code));
  }

  private static FailoverPlan plan() {
    return new FailoverPlan(
        new Population(2, 1, 1, Usage.STEADY, 0, Population.Pace.AT_ONCE, 0, false),
        null,
        2,
        List.of(FaultKind.KILL),
        Duration.ofMinutes(1),
        Duration.ofSeconds(15),
        LEASE,
        Duration.ofSeconds(2),
        List.of());
  }

  @Test
  void timeWithoutDecisionCountsFromTheLastOneOfTheFailedReplica() {
    decides("one", 0, 15, 30);
    decides("two", 60, 75);
    FaultFigures.Fault fault = new FaultFigures.Fault(FaultKind.KILL, "one", at(35), at(90));
    FaultFigures figures = FaultFigures.of(plan(), fault, history, at(35));
    assertEquals(1, figures.affected());
    assertEquals(1, figures.decidedAgain());
    assertEquals(new FaultFigures.Undecided(15, 15), figures.undecided());
    assertEquals(Duration.ofSeconds(30), history.longestGap());
  }

  @Test
  void autoscalersOfOtherReplicasAreNotAffected() {
    decides("two", 0, 15, 30, 45);
    assertEquals(0, history.affected("one", at(35)));
    assertEquals(List.of(), history.takeovers("one", at(35), at(90)));
    assertEquals(Map.of("two", 2L), history.decidedSince(at(30)));
  }

  @Test
  void anAutoscalerThatIsNotDecidedAgainMakesTheOutcomeUnfit() {
    decides("one", 0, 15, 30);
    FaultFigures.Fault fault = new FaultFigures.Fault(FaultKind.KILL, "one", at(35), at(90));
    FaultFigures figures = FaultFigures.of(plan(), fault, history, at(35));
    assertEquals(0, figures.decidedAgain());
    FailoverOutcome outcome = new FailoverOutcome("hpa", 1, 3, 0, 0, List.of(), List.of(figures));
    assertFalse(outcome.isFit(plan()));
  }

  @Test
  void aReplicaThatWritesAgainAfterAnotherOneInterleaves() {
    writes("one", 0, 200);
    writes("two", 5, 200);
    writes("one", 10, 200);
    assertEquals(List.of("deployments/scale shop/web at " + at(10)), history.interleaved(LEASE));
  }

  @Test
  void aHandOverAndBackDoesNotInterleave() {
    writes("one", 0, 200);
    writes("two", 5, 200);
    writes("one", 15, 200);
    writes("one", 16, 200);
    assertEquals(List.of(), history.interleaved(LEASE));
  }

  @Test
  void rejectedWritesDoNotInterleave() {
    writes("one", 0, 200);
    writes("two", 5, 409);
    writes("one", 10, 200);
    assertEquals(List.of(), history.interleaved(LEASE));
    assertEquals(2, history.written());
  }

  @Test
  void outcomeIsFitUpToTheLeaseAndTheRetryPeriodAndAnAllowance() {
    assertTrue(outcome(20).isFit(plan()));
    assertFalse(outcome(20.1).isFit(plan()));
  }

  private static FailoverOutcome outcome(double undecided) {
    return new FailoverOutcome("hpa", 1, 3, 0, undecided, List.of(), List.of());
  }
}
