package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import java.util.List;

/**
 * The results of a run.
 *
 * @param server the version of the API server; empty for decisions
 * @param falselyDeclared capabilities declared unsupported although all their cases pass
 */
public record Results(
    String server,
    List<RuleResult> rules,
    List<CaseResult> cases,
    List<Capability> falselyDeclared) {

  public Results {
    rules = List.copyOf(rules);
    cases = List.copyOf(cases);
    falselyDeclared = List.copyOf(falselyDeclared);
  }

  /**
   * Whether no required rule failed or was not reached behind one, and no capability was falsely
   * declared unsupported.
   */
  public boolean conformant() {
    return falselyDeclared.isEmpty() && rules.stream().noneMatch(RuleResult::isFatal);
  }

  /** Returns the number of rules with a verdict. */
  public long count(Verdict verdict) {
    return rules.stream().filter(each -> each.verdict() == verdict).count();
  }
}
