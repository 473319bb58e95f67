package dev.hpa.conformance.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import java.util.List;

/**
 * The result of a rule.
 *
 * @param reason why it was skipped or not tested; empty otherwise
 * @param findings the findings of all cases that test it
 */
@JsonPropertyOrder({"rule", "verdict", "fatal"})
public record RuleResult(
    @JsonUnwrapped Rule rule, Verdict verdict, String reason, List<Finding> findings) {

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
  @JsonProperty("fatal")
  public boolean isFatal() {
    boolean blocked = verdict == Verdict.NOT_TESTED && findings.stream().anyMatch(Finding::blocked);
    return rule.level() == Level.REQUIRED && (hasFailed() || blocked);
  }
}
