package dev.hpa.conformance.run;

import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import java.util.List;

/**
 * The result of a rule.
 *
 * @param reason why it was skipped or not tested; empty otherwise
 * @param findings the findings of all cases that test it
 */
public record RuleResult(Rule rule, Verdict verdict, String reason, List<Finding> findings) {

  public RuleResult {
    findings = List.copyOf(findings);
  }

  public boolean hasFailed() {
    return verdict == Verdict.FAILED;
  }

  /** Whether the rule has this level and failed. */
  public boolean hasFailed(Level level) {
    return hasFailed() && rule.level() == level;
  }

  /**
   * Whether the implementation is not conformant because of this rule: a required rule failed, or
   * was not reached because another one failed earlier.
   */
  public boolean isFatal() {
    boolean blocked = verdict == Verdict.NOT_TESTED && findings.stream().anyMatch(Finding::blocked);
    return rule.level() == Level.REQUIRED && (hasFailed() || blocked);
  }
}
