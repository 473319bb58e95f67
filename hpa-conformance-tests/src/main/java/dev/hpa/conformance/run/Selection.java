package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import java.util.Locale;
import java.util.Set;

/**
 * Which rules are tried.
 *
 * @param only ids of rules, areas and names of cases; empty for everything
 * @param capabilities only cases that need one of these; empty for everything
 */
public record Selection(Set<String> only, Set<Capability> capabilities) {

  /** Everything. */
  public static final Selection ALL = new Selection(Set.of(), Set.of());

  public Selection {
    only = Set.copyOf(only);
    capabilities = Set.copyOf(capabilities);
  }

  /**
   * Makes sure that every word of it means something.
   *
   * @throws IllegalArgumentException if one means nothing
   */
  public void check(RuleCatalog rules, Iterable<Case> cases) {
    for (String word : only) {
      boolean known = rules.all().stream().anyMatch(rule -> means(word, rule.id(), rule.area()));
      for (Case each : cases) {
        known |= each.name().equals(word);
      }
      if (!known) {
        throw new IllegalArgumentException(
            "there is no rule, area or case \"" + word + "\"; --list shows what there is");
      }
    }
  }

  private static boolean means(String word, String id, String area) {
    String upper = word.toUpperCase(Locale.ROOT);
    return upper.equals(id) || upper.equals(area);
  }

  /** Whether a rule is among those that are reported. */
  public boolean includes(Rule rule, Set<String> triedBy) {
    return only.isEmpty()
        || only.stream().anyMatch(word -> means(word, rule.id(), rule.area()))
        || triedBy.stream().anyMatch(only::contains);
  }

  /** Whether a case needs what is asked for. */
  public boolean admits(Case tried) {
    return capabilities.isEmpty() || tried.needs().stream().anyMatch(capabilities::contains);
  }

  /** Whether a case is run. */
  public boolean includes(Case tried, RuleCatalog rules) {
    return admits(tried)
        && (only.isEmpty()
            || only.contains(tried.name())
            || tried.rules().stream()
                .map(rules::get)
                .anyMatch(
                    rule -> only.stream().anyMatch(word -> means(word, rule.id(), rule.area()))));
  }
}
