package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evaluates the transcript of a case. The verdicts depend on the transcript only. */
public final class RuleEvaluator {

  private RuleEvaluator() {}

  /** Returns a finding for each expectation of a case. */
  public static List<Finding> evaluate(Case testCase, Transcript seen) {
    List<Finding> findings = new ArrayList<>();
    for (int number = 0; number < testCase.steps().size(); number++) {
      Transcript step = seen.step(number);
      boolean reached = seen.reached(number);
      for (Expectation each : testCase.steps().get(number).expectations()) {
        Optional<String> difference = reached ? each.evaluate(step) : Optional.empty();
        Verdict verdict =
            !reached ? Verdict.NOT_REACHED : difference.isEmpty() ? Verdict.PASSED : Verdict.FAILED;
        findings.add(
            new Finding(
                each.rule(), testCase.name(), number, verdict, each.text(), difference.orElse("")));
      }
    }
    return findings;
  }

  /** Whether a transcript meets all expectations of a step. */
  static boolean holds(Step step, int number, Transcript seen) {
    Transcript part = seen.step(number);
    return step.expectations().stream().allMatch(each -> each.evaluate(part).isEmpty());
  }
}
