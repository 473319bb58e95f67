package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;

/**
 * The result of a case. It failed if a required rule failed in it or it was aborted, and is not
 * tested if none of its expectations was.
 *
 * @param reason why it was skipped or aborted; empty otherwise
 */
public record CaseResult(
    Case testCase, Verdict verdict, String reason, List<Finding> findings, Transcript transcript) {

  public CaseResult {
    findings = List.copyOf(findings);
  }

  /** Returns the name of the case. */
  public String name() {
    return testCase.name();
  }

  /** Whether all expectations were tested and met, also those of optional rules. */
  boolean hasOnlyPassed() {
    return !findings.isEmpty()
        && findings.stream().allMatch(each -> each.verdict() == Verdict.PASSED);
  }

  /** Returns the findings of a rule. */
  List<Finding> findings(String rule) {
    return findings.stream().filter(each -> each.rule().equals(rule)).toList();
  }
}
