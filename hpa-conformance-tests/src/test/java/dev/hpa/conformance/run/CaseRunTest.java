package dev.hpa.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Action;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.CaseContext;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.environment.CaseLog;
import dev.hpa.conformance.environment.TestCluster;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Precondition;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Cases whose actions add the observations that an implementation would cause. */
class CaseRunTest {

  private static final Settings FAST =
      new Settings(
          Duration.ofMillis(1), Duration.ofMillis(6), Duration.ofMillis(1), Duration.ofMillis(1));
  private static final CaseContext NO_CLUSTER =
      (CaseContext)
          Proxy.newProxyInstance(
              CaseContext.class.getClassLoader(),
              new Class<?>[] {CaseContext.class},
              (proxy, method, arguments) -> {
                throw new AssertionError("the actions of these cases do not use the cluster");
              });

  private final CaseLog log = new CaseLog("sample");
  private final AtomicBoolean cleaned = new AtomicBoolean();

  private CaseResult run(Case testCase) throws InterruptedException {
    TestCluster.Prepared prepared =
        new TestCluster.Prepared(NO_CLUSTER, log, () -> cleaned.set(true));
    return new CaseRun(testCase, FAST, new RuleEvaluator(SampleRules.ALL), prepared).run();
  }

  private Action seen(LongFunction<Observation> observation) {
    return new Action(Action.Kind.WAIT, "observed", context -> log.add(observation));
  }

  private Action writes(int replicas) {
    return seen(at -> new Observation.Scaled(at, "web", replicas));
  }

  private Action condition(String reason, String message) {
    return seen(
        at ->
            new Observation.Autoscaler(
                at + 1,
                "web",
                Json.tree(
                    """
                    {"conditions": [{"type": "AbleToScale", "status": "True", "reason": "%s",
                      "message": "%s"}]}
                    """
                        .formatted(reason, message))));
  }

  private static Expectation expectWrites(String rule, Integer... replicas) {
    return new Expectation.Writes(rule, "web", List.of(replicas));
  }

  private static Expectation.Condition expectReady(String rule) {
    return new Expectation.Condition(
        rule, "web", "AbleToScale", "True", "ReadyForNewScale", "*", "recommended size matches");
  }

  private static List<String> verdicts(CaseResult result) {
    return result.findings().stream().map(each -> each.rule() + " " + each.verdict()).toList();
  }

  @Test
  void everyExpectationIsMet() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("up", writes(4), condition("ReadyForNewScale", "recommended size matches"))
                .expect(expectWrites("REQUIRED-1", 4), expectReady("OPTIONAL-1")));
    assertEquals(
        List.of("REQUIRED-1 passed", "OPTIONAL-1 passed", "CONDITIONS-16 passed"),
        verdicts(result));
    assertEquals(Verdict.PASSED, result.verdict());
    assertTrue(result.hasOnlyPassed());
    assertTrue(cleaned.get());
  }

  /** The next step is reached, and nothing about it is reported differently. */
  @Test
  void otherReasonOfAnOptionalConditionDoesNotEndTheCase() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("steady", condition("Steady", "nothing to do"))
                .expect(expectReady("OPTIONAL-1"))
                .step("up", writes(4))
                .expect(expectWrites("REQUIRED-1", 4)));
    assertEquals(
        List.of("OPTIONAL-1 failed", "CONDITIONS-16 not-tested", "REQUIRED-1 passed"),
        verdicts(result));
    assertEquals(Verdict.PASSED, result.verdict());
    assertFalse(result.hasOnlyPassed());
  }

  @Test
  void otherMessageOfARequiredConditionFailsTheRuleOfMessagesOnly() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("steady", condition("ReadyForNewScale", "nothing to do"))
                .expect(expectReady("REQUIRED-1"))
                .step("up", writes(4))
                .expect(expectWrites("REQUIRED-2", 4)));
    assertEquals(
        List.of("REQUIRED-1 passed", "CONDITIONS-16 failed", "REQUIRED-2 passed"),
        verdicts(result));
    assertEquals("nothing to do", result.findings().get(1).observed());
  }

  @Test
  void requiredPartOfAMessageIsCompared() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("steady", condition("ReadyForNewScale", "nothing to do"))
                .expect(expectReady("REQUIRED-1").containing("size")));
    assertEquals("REQUIRED-1 failed", verdicts(result).getFirst());
    assertEquals(
        "AbleToScale=True/ReadyForNewScale: nothing to do",
        result.findings().getFirst().observed());
  }

  @Test
  void failedRequiredRuleEndsTheCase() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("up", writes(5))
                .expect(expectWrites("REQUIRED-1", 4))
                .step("down", writes(2))
                .expect(expectWrites("REQUIRED-2", 2), expectReady("OPTIONAL-1")));
    assertEquals(
        List.of(
            "REQUIRED-1 failed",
            "REQUIRED-2 not-tested",
            "OPTIONAL-1 not-tested",
            "CONDITIONS-16 not-tested"),
        verdicts(result));
    Finding second = result.findings().get(1);
    assertEquals("not reached: REQUIRED-1 failed in step 1", second.reason());
    assertTrue(second.blocked());
    assertEquals(Verdict.FAILED, result.verdict());
  }

  @Test
  void prohibitionIsNotTestedWhileNothingIsReconciled() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("nothing")
                .expect(expectWrites("REQUIRED-1"))
                .step("up", writes(2))
                .expect(expectWrites("REQUIRED-2", 2)));
    assertEquals(List.of("REQUIRED-1 not-tested", "REQUIRED-2 not-tested"), verdicts(result));
    assertEquals(
        "not observed: a request, an event or a status of the controller",
        result.findings().getFirst().reason());
    Finding second = result.findings().get(1);
    assertEquals(
        "not reached: step 1 without a request, an event or a status of the controller",
        second.reason());
    assertFalse(second.blocked());
    assertEquals(Verdict.NOT_TESTED, result.verdict());
  }

  /** A controller that never evaluates the metric does not prove that it tolerates its value. */
  @Test
  void prohibitionIsNotTestedWithoutAReadMetric() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step(
                    "within the tolerance",
                    seen(at -> new Observation.Request(at, "GET", "/scale", 200)))
                .given(Precondition.METRICS_READ)
                .expect(expectWrites("REQUIRED-1")));
    assertEquals(List.of("REQUIRED-1 not-tested"), verdicts(result));
  }

  @Test
  void statusOfAnEarlierStepIsNoEvidence() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("steady", condition("ReadyForNewScale", "recommended size matches"))
                .expect(expectReady("REQUIRED-1"))
                .step("nothing")
                .expect(expectWrites("REQUIRED-2")));
    assertEquals("REQUIRED-2 not-tested", verdicts(result).getLast());
  }

  @Test
  void stepThatExpectsNothingNeedsNoEvidence() throws InterruptedException {
    CaseResult result =
        run(
            Case.named("sample")
                .step("deleted")
                .given(Precondition.NONE)
                .expect(expectWrites("REQUIRED-1")));
    assertEquals(List.of("REQUIRED-1 passed"), verdicts(result));
  }

  @Test
  void abortedCaseFailsAndBlocksItsRules() throws InterruptedException {
    Action refused =
        new Action(
            Action.Kind.WAIT,
            "refused",
            context -> {
              throw new IOException("POST: connection refused");
            });
    CaseResult result =
        run(
            Case.named("sample")
                .step("up", writes(4))
                .expect(expectWrites("REQUIRED-1", 4))
                .step("refused", refused)
                .expect(expectWrites("REQUIRED-2", 2))
                .step("later")
                .expect(expectWrites("REQUIRED-2", 3)));
    assertEquals(Verdict.FAILED, result.verdict());
    assertEquals("POST: connection refused", result.reason());
    assertEquals("not reached: REQUIRED-2 failed in step 2", result.findings().getLast().reason());
    assertTrue(result.findings().getLast().blocked());
    assertTrue(cleaned.get());
  }
}
