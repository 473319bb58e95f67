package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import java.util.List;

/**
 * What became of a run.
 *
 * @param server the version of the API server
 * @param untrue capabilities that are there though they are said not to be
 */
public record Results(
    String server, List<RuleResult> rules, List<CaseResult> cases, List<Capability> untrue) {

  public Results {
    rules = List.copyOf(rules);
    cases = List.copyOf(cases);
    untrue = List.copyOf(untrue);
  }

  /** Whether every required rule that was tried holds, and nothing untrue was declared. */
  public boolean conformant() {
    return untrue.isEmpty() && rules.stream().noneMatch(RuleResult::isFatal);
  }

  /** How many rules there are with a verdict. */
  public long count(Verdict verdict) {
    return rules.stream().filter(each -> each.verdict() == verdict).count();
  }
}
