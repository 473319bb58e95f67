package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;

/**
 * What became of a case.
 *
 * @param reason why it was skipped or could not go on; empty otherwise
 */
public record CaseResult(
    Case tried, Verdict verdict, String reason, List<Finding> findings, Transcript transcript) {

  public CaseResult {
    findings = List.copyOf(findings);
  }

  /** The name of the case. */
  public String name() {
    return tried.name();
  }

  /** What was found about a rule. */
  List<Finding> findings(String rule) {
    return findings.stream().filter(each -> each.rule().equals(rule)).toList();
  }
}
