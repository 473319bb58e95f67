package dev.hpa.conformance.run;

import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import java.util.List;

/**
 * The result of a rule.
 *
 * @param reason why it was skipped; empty otherwise
 * @param findings the findings of all cases that test it
 */
public record RuleResult(Rule rule, Verdict verdict, String reason, List<Finding> findings) {

  public RuleResult {
    findings = List.copyOf(findings);
  }

  /** Whether the rule was tested and did not pass. */
  public boolean hasFailed() {
    return verdict == Verdict.FAILED || verdict == Verdict.NOT_REACHED;
  }

  /** Whether the implementation is not conformant because of this rule. */
  public boolean isFatal() {
    return hasFailed() && rule.level() == Level.REQUIRED;
  }
}
