package dev.hpa.conformance.run;

import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import java.util.List;

/**
 * What became of a rule.
 *
 * @param reason why it was skipped; empty otherwise
 * @param findings of all cases that tried it
 */
public record RuleResult(Rule rule, Verdict verdict, String reason, List<Finding> findings) {

  public RuleResult {
    findings = List.copyOf(findings);
  }

  /** Whether it was tried and does not hold. */
  public boolean isBroken() {
    return verdict == Verdict.FAILED || verdict == Verdict.NOT_REACHED;
  }

  /** Whether nobody who breaks the rule so is conformant. */
  public boolean isFatal() {
    return isBroken() && rule.level() == Level.REQUIRED;
  }
}
