package dev.hpa.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.NotBefore;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.RequestInterval;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.conformance.transcript.WriteInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleVerdictsTest {

  private static final RuleEvaluator EVALUATOR = new RuleEvaluator(SampleRules.ALL);

  /** A case that expects a write of 4. */
  private static Case writesFour(String name, String... rules) {
    Case made = Case.named(name).step("up");
    for (String rule : rules) {
      made = made.expect(new Expectation.Writes(rule, "web", List.of(4)));
    }
    return made;
  }

  private static CaseResult result(Case testCase, Observation... seen) {
    List<Observation> all = new ArrayList<>(List.of(new Observation.Step(0, 0, "up", List.of())));
    all.addAll(List.of(seen));
    Transcript transcript = new Transcript(testCase.name(), all);
    return new CaseResult(
        testCase, Verdict.PASSED, "", EVALUATOR.evaluate(testCase, transcript), transcript);
  }

  private static Observation write(int replicas) {
    return new Observation.Scaled(1, "web", replicas);
  }

  private static RuleResult rule(String id, Set<Capability> absent, CaseResult... results) {
    return new RuleVerdicts(SampleRules.ALL, absent, Set.of("EVENTS-11"))
        .of(Selection.ALL, List.of(results)).stream()
            .filter(each -> each.rule().id().equals(id))
            .findFirst()
            .orElseThrow();
  }

  private static RuleResult rule(String id, CaseResult... results) {
    return rule(id, Set.of(), results);
  }

  @Test
  void oneFailureOutweighsAPass() {
    RuleResult rule =
        rule(
            "REQUIRED-1",
            result(writesFour("one", "REQUIRED-1"), write(4)),
            result(writesFour("two", "REQUIRED-1"), write(5)));
    assertEquals(Verdict.FAILED, rule.verdict());
    assertTrue(rule.isFatal());
  }

  @Test
  void failedOptionalRuleIsNotFatal() {
    RuleResult rule = rule("OPTIONAL-1", result(writesFour("one", "OPTIONAL-1"), write(5)));
    assertEquals(Verdict.FAILED, rule.verdict());
    assertFalse(rule.isFatal());
  }

  /** One case proves the rule, although another did not reach it. */
  @Test
  void oneProofIsEnough() {
    Case blocked =
        writesFour("two", "REQUIRED-2").step("down").expect(noMoreThan("REQUIRED-1", "two"));
    RuleResult rule =
        rule(
            "REQUIRED-1",
            result(writesFour("one", "REQUIRED-1"), write(4)),
            result(blocked, write(5)));
    assertEquals(Verdict.PASSED, rule.verdict());
    assertEquals("", rule.reason());
  }

  private static Expectation noMoreThan(String rule, String target) {
    return new Expectation.Writes(rule, target, List.of());
  }

  @Test
  void ruleBehindAFailedRequiredRuleIsFatal() {
    Case two = writesFour("two", "REQUIRED-2").step("down").expect(noMoreThan("REQUIRED-1", "web"));
    RuleResult rule = rule("REQUIRED-1", result(two, write(5)));
    assertEquals(Verdict.NOT_TESTED, rule.verdict());
    assertEquals("two, step 2: not reached: REQUIRED-2 failed in step 1", rule.reason());
    assertTrue(rule.isFatal());
  }

  @Test
  void ruleWithoutItsPreconditionIsNotFatal() {
    Case silent = Case.named("silent").step("nothing").expect(noMoreThan("REQUIRED-1", "web"));
    RuleResult rule = rule("REQUIRED-1", result(silent));
    assertEquals(Verdict.NOT_TESTED, rule.verdict());
    assertFalse(rule.isFatal());
  }

  @Test
  void intervalOfTwoRequestsIsNotTested() {
    Case paced =
        Case.named("paced")
            .step("up")
            .expect(new RequestInterval("REQUIRED-1", "GET", "*/scale", Duration.ofSeconds(1)));
    Observation.Request one = new Observation.Request(10, "GET", "/web/scale", 200);
    RuleResult two = rule("REQUIRED-1", result(paced, one, one.at(1010)));
    assertEquals(Verdict.NOT_TESTED, two.verdict());
    assertEquals("paced, step 1: observed: 2 of at least 3 requests GET */scale", two.reason());
    assertFalse(two.isFatal());
    RuleResult three = rule("REQUIRED-1", result(paced, one, one.at(1010), one.at(2010)));
    assertEquals(Verdict.PASSED, three.verdict());
    RuleResult quick = rule("REQUIRED-1", result(paced, one, one.at(20), one.at(30)));
    assertEquals(Verdict.FAILED, quick.verdict());
  }

  @Test
  void intervalsOfMissingWritesAreNotTested() {
    Case windows =
        Case.named("windows")
            .step("up")
            .expect(
                new NotBefore("REQUIRED-1", "web", 4, Duration.ofSeconds(3)),
                new WriteInterval("REQUIRED-2", "web", Duration.ofSeconds(3)));
    CaseResult seen = result(windows, write(5));
    assertEquals("windows, step 1: observed: no write of 4", rule("REQUIRED-1", seen).reason());
    assertEquals(
        "windows, step 1: observed: 1 of at least 2 writes", rule("REQUIRED-2", seen).reason());
  }

  @Test
  void ruleThatTheSuiteCannotTestIsNotTested() {
    RuleResult rule = rule("UNTESTED-1");
    assertEquals(Verdict.NOT_TESTED, rule.verdict());
    assertEquals("not observable.", rule.reason());
    assertFalse(rule.isFatal());
  }

  @Test
  void ruleThatIsNotSelectedIsSkipped() {
    assertEquals(Verdict.SKIPPED, rule("REQUIRED-1").verdict());
  }

  @Test
  void unsupportedCapabilitySkipsItsRules() {
    Case testCase = writesFour("one", "REQUIRED-1").needs(Capability.BEHAVIOR);
    RuleResult rule = rule("REQUIRED-1", Set.of(Capability.BEHAVIOR), result(testCase, write(5)));
    assertEquals(Verdict.SKIPPED, rule.verdict());
    assertEquals("declared unsupported: behavior", rule.reason());
  }

  @Test
  void rulesOfEventsAreSkippedWithoutEvents() {
    RuleResult rule = rule("EVENTS-11", Set.of(Capability.EVENTS));
    assertEquals(Verdict.SKIPPED, rule.verdict());
    assertEquals("declared unsupported: events", rule.reason());
  }

  @Test
  void skippedCasesSkipTheirRules() {
    Case testCase = writesFour("one", "REQUIRED-1");
    CaseResult skipped =
        new CaseResult(
            testCase,
            Verdict.SKIPPED,
            "the API server rejects it",
            List.of(),
            new Transcript("one", List.of()));
    RuleResult rule = rule("REQUIRED-1", skipped);
    assertEquals(Verdict.SKIPPED, rule.verdict());
    assertEquals("the API server rejects it", rule.reason());
  }
}
