package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Derives the verdicts on rules from the results of cases. */
final class RuleVerdicts {

  private static final String UNSUPPORTED = "declared unsupported: ";

  private final RuleCatalog rules;
  private final Set<Capability> absent;
  private final Set<String> withoutEvents;

  /**
   * @param absent capabilities that are declared unsupported
   * @param withoutEvents the rules that no case tests because events are declared unsupported
   */
  RuleVerdicts(RuleCatalog rules, Set<Capability> absent, Set<String> withoutEvents) {
    this.rules = rules;
    this.absent = absent;
    this.withoutEvents = withoutEvents;
  }

  /** Returns the results of the selected rules. */
  List<RuleResult> of(Selection selection, List<CaseResult> results) {
    List<RuleResult> evaluated = new ArrayList<>();
    for (Rule rule : rules.all()) {
      List<CaseResult> testing =
          results.stream().filter(each -> each.testCase().rules().contains(rule.id())).toList();
      Set<String> testedBy = testing.stream().map(CaseResult::name).collect(Collectors.toSet());
      if (selection.includes(rule, testedBy)) {
        evaluated.add(evaluate(rule, testing));
      }
    }
    return evaluated;
  }

  private RuleResult evaluate(Rule rule, List<CaseResult> testing) {
    if (rule.untested() != null) {
      return new RuleResult(rule, Verdict.NOT_TESTED, rule.untested(), List.of());
    }
    if (testing.isEmpty()) {
      String reason =
          withoutEvents.contains(rule.id())
              ? UNSUPPORTED + Capability.EVENTS
              : "no case of this run tests it";
      return new RuleResult(rule, Verdict.SKIPPED, reason, List.of());
    }
    if (testing.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED)) {
      return new RuleResult(rule, Verdict.SKIPPED, testing.getFirst().reason(), List.of());
    }
    List<Finding> counting = findings(rule, testing, each -> absent(each.testCase()).isEmpty());
    if (counting.isEmpty()) {
      return new RuleResult(
          rule, Verdict.SKIPPED, unsupported(testing), findings(rule, testing, each -> true));
    }
    Verdict verdict = verdict(counting);
    return new RuleResult(
        rule, verdict, verdict == Verdict.NOT_TESTED ? reason(counting) : "", counting);
  }

  private String unsupported(List<CaseResult> testing) {
    return UNSUPPORTED
        + testing.stream()
            .flatMap(each -> absent(each.testCase()).stream())
            .distinct()
            .map(Capability::toString)
            .collect(Collectors.joining(", "));
  }

  private static List<Finding> findings(
      Rule rule, List<CaseResult> testing, Predicate<CaseResult> which) {
    return testing.stream()
        .filter(which)
        .flatMap(each -> each.findings(rule.id()).stream())
        .toList();
  }

  /** Failed if any finding failed, otherwise passed if all findings of any case passed. */
  private static Verdict verdict(List<Finding> findings) {
    if (findings.stream().anyMatch(each -> each.verdict() == Verdict.FAILED)) {
      return Verdict.FAILED;
    }
    Map<String, List<Finding>> byCase =
        findings.stream().collect(Collectors.groupingBy(Finding::caseName));
    return byCase.values().stream().anyMatch(RuleVerdicts::havePassed)
        ? Verdict.PASSED
        : Verdict.NOT_TESTED;
  }

  private static boolean havePassed(Collection<Finding> findings) {
    return findings.stream().allMatch(each -> each.verdict() == Verdict.PASSED);
  }

  private static String reason(List<Finding> findings) {
    return findings.stream()
        .filter(each -> each.verdict() == Verdict.NOT_TESTED)
        .findFirst()
        .map(each -> "%s, step %d: %s".formatted(each.caseName(), each.step(), each.reason()))
        .orElse("");
  }

  private Set<Capability> absent(Case testCase) {
    return testCase.needs().stream().filter(absent::contains).collect(Collectors.toSet());
  }
}
