package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Precondition;
import dev.hpa.conformance.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evaluates the transcript of a case. The verdicts depend on transcript and rules only. */
public final class RuleEvaluator {

  private final RuleCatalog rules;

  public RuleEvaluator(RuleCatalog rules) {
    this.rules = rules;
  }

  /** Returns a finding for each expectation of a case. */
  public List<Finding> evaluate(Case testCase, Transcript seen) {
    List<Finding> findings = new ArrayList<>();
    for (int number = 0; number < testCase.steps().size(); number++) {
      Step step = testCase.steps().get(number);
      Transcript part = seen.step(number);
      for (Expectation each : step.expectations()) {
        findings.add(
            seen.reached(number)
                ? reached(testCase, number, each, part)
                : notReached(testCase, number, each, seen));
      }
    }
    return findings;
  }

  /** Whether a transcript meets what a step blocks on: precondition and required rules. */
  boolean isComplete(Step step, int number, Transcript seen) {
    Transcript part = seen.step(number);
    return step.precondition().isMet(part)
        && step.expectations().stream()
            .allMatch(each -> !isRequired(each) || each.evaluate(part).isEmpty());
  }

  /** Whether a transcript contradicts no expectation of a step. */
  static boolean isMet(Step step, int number, Transcript seen) {
    Transcript part = seen.step(number);
    return step.expectations().stream().allMatch(each -> each.evaluate(part).isEmpty());
  }

  /** Whether the finding makes an implementation not conformant. */
  boolean isFatal(Finding finding) {
    return finding.verdict() == Verdict.FAILED
        && rules.get(finding.rule()).level() == Level.REQUIRED;
  }

  private boolean isRequired(Expectation expectation) {
    return rules.get(expectation.rule()).level() == Level.REQUIRED;
  }

  private static Finding reached(
      Case testCase, int number, Expectation expectation, Transcript part) {
    Optional<String> difference = expectation.evaluate(part);
    Optional<String> reason =
        difference.isPresent()
            ? Optional.empty()
            : notExercised(expectation, testCase.steps().get(number).precondition(), part);
    Verdict verdict =
        difference.isPresent()
            ? Verdict.FAILED
            : reason.isPresent() ? Verdict.NOT_TESTED : Verdict.PASSED;
    return new Finding(
        expectation.rule(),
        testCase.name(),
        number + 1,
        verdict,
        expectation.text(),
        difference.orElse(""),
        reason.orElse(""),
        false);
  }

  private static Optional<String> notExercised(
      Expectation expectation, Precondition precondition, Transcript part) {
    return expectation.isProhibition() && !precondition.isMet(part)
        ? Optional.of("not observed: " + precondition.description())
        : expectation.notExercised(part).map(missing -> "observed: " + missing);
  }

  private Finding notReached(Case testCase, int number, Expectation expectation, Transcript seen) {
    int last = seen.all(Observation.Step.class).mapToInt(Observation.Step::number).max().orElse(-1);
    Optional<Expectation> failed = last < 0 ? Optional.empty() : failed(testCase, last, seen);
    boolean withoutPrecondition =
        last >= 0
            && failed.isEmpty()
            && !testCase.steps().get(last).precondition().isMet(seen.step(last));
    String cause =
        failed
            .map(each -> "%s failed in step %d".formatted(each.rule(), last + 1))
            .orElse(
                withoutPrecondition
                    ? "step %d without %s"
                        .formatted(
                            last + 1, testCase.steps().get(last).precondition().description())
                    : "the case ended before");
    return new Finding(
        expectation.rule(),
        testCase.name(),
        number + 1,
        Verdict.NOT_TESTED,
        expectation.text(),
        "",
        "not reached: " + cause,
        !withoutPrecondition);
  }

  /** Returns the required expectation that ended a case. */
  private Optional<Expectation> failed(Case testCase, int number, Transcript seen) {
    Transcript part = seen.step(number);
    return testCase.steps().get(number).expectations().stream()
        .filter(this::isRequired)
        .filter(each -> each.evaluate(part).isPresent())
        .findFirst();
  }
}
