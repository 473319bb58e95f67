package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import java.util.Locale;
import java.util.Set;

/**
 * Selects rules and cases.
 *
 * @param only ids of rules, areas and names of cases; empty for all
 * @param capabilities selects the cases that need one of these; empty for all
 */
public record Selection(Set<String> only, Set<Capability> capabilities) {

  /** Selects everything. */
  public static final Selection ALL = new Selection(Set.of(), Set.of());

  public Selection {
    only = Set.copyOf(only);
    capabilities = Set.copyOf(capabilities);
  }

  /**
   * Checks that every word names a rule, an area or a case.
   *
   * @throws IllegalArgumentException for an unknown word
   */
  public void check(RuleCatalog rules, Iterable<Case> cases) {
    for (String word : only) {
      boolean known = rules.all().stream().anyMatch(rule -> matches(word, rule.id(), rule.area()));
      for (Case each : cases) {
        known |= each.name().equals(word);
      }
      if (!known) {
        throw new IllegalArgumentException(
            "\"" + word + "\": unknown rule, area or case; list them with --list");
      }
    }
  }

  private static boolean matches(String word, String id, String area) {
    String upper = word.toUpperCase(Locale.ROOT);
    return upper.equals(id) || upper.equals(area);
  }

  /** Whether all words are names of cases. */
  public boolean isByCase(RuleCatalog rules) {
    return !only.isEmpty()
        && only.stream()
            .noneMatch(
                word ->
                    rules.all().stream().anyMatch(rule -> matches(word, rule.id(), rule.area())));
  }

  /** Whether a rule is reported. */
  public boolean includes(Rule rule, Set<String> testedBy) {
    return only.isEmpty()
        || only.stream().anyMatch(word -> matches(word, rule.id(), rule.area()))
        || testedBy.stream().anyMatch(only::contains);
  }

  /** Whether a case needs one of the capabilities. */
  public boolean admits(Case testCase) {
    return capabilities.isEmpty() || testCase.needs().stream().anyMatch(capabilities::contains);
  }

  /** Whether a case is run. */
  public boolean includes(Case testCase, RuleCatalog rules) {
    return admits(testCase)
        && (only.isEmpty()
            || only.contains(testCase.name())
            || testCase.rules().stream()
                .map(rules::get)
                .anyMatch(
                    rule -> only.stream().anyMatch(word -> matches(word, rule.id(), rule.area()))));
  }
}
