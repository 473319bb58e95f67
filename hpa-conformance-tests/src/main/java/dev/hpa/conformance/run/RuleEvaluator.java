package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges what was seen in a case. Needs nothing else, so a verdict can be had again later. */
public final class RuleEvaluator {

  private RuleEvaluator() {}

  /** A finding for each expectation of a case. */
  public static List<Finding> judge(Case tried, Transcript seen) {
    List<Finding> findings = new ArrayList<>();
    for (int number = 0; number < tried.steps().size(); number++) {
      Transcript step = seen.step(number);
      boolean reached = seen.reached(number);
      for (Expectation each : tried.steps().get(number).expectations()) {
        Optional<String> otherwise = reached ? each.judge(step) : Optional.empty();
        Verdict verdict =
            !reached ? Verdict.NOT_REACHED : otherwise.isEmpty() ? Verdict.PASSED : Verdict.FAILED;
        findings.add(
            new Finding(
                each.rule(), tried.name(), number, verdict, each.text(), otherwise.orElse("")));
      }
    }
    return findings;
  }

  /** Whether a step is as expected so far. */
  static boolean holds(Step step, int number, Transcript seen) {
    Transcript part = seen.step(number);
    return step.expectations().stream().allMatch(each -> each.judge(part).isEmpty());
  }
}
