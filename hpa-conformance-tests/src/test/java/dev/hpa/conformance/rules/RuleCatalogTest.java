package dev.hpa.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Precondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RuleCatalogTest {

  private static final String ROW =
      "| <a id=\"two-words-1\"></a>TWO-WORDS-1 | optional | It SHOULD. Not tested: no way. | Why. |"
          + " How. | source |";

  private final RuleCatalog rules = RuleCatalog.ofAllSets();

  @Test
  void parsesARow() {
    assertEquals(
        new Rule("TWO-WORDS-1", Level.OPTIONAL, "It SHOULD.", "Why.", "How.", "source", "no way."),
        RuleCatalog.parse("# Page\n" + ROW).get("TWO-WORDS-1"));
  }

  @Test
  void rejectsADuplicateId() {
    assertThrows(IllegalArgumentException.class, () -> RuleCatalog.parse(ROW + "\n" + ROW));
  }

  @Test
  void rejectsAMalformedRow() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            RuleCatalog.parse(
                "| <a id=\"b-1\"></a>A-1 | optional | It SHOULD. | Why. | How. | source |"));
  }

  @Test
  void eachReleaseHasItsRules() {
    RuleCatalog old = RuleCatalog.load(RuleSet.V1_36);
    RuleCatalog changed = RuleCatalog.load(RuleSet.V1_37);
    assertEquals(RuleSet.V1_36, old.set());
    assertEquals(RuleSet.V1_37, changed.set());
    assertTrue(old.contains(Set.of("SYNC-1", "STATUS-13", "CUSTOM-METRICS-14")));
    assertFalse(old.contains(Set.of("SYNC-9")));
    assertTrue(
        changed.contains(
            Set.of("SYNC-2", "SYNC-9", "STATUS-16", "CUSTOM-METRICS-17", "SELECTOR-14")));
    for (String replaced :
        List.of("SYNC-1", "STATUS-13", "CUSTOM-METRICS-14", "CUSTOM-METRICS-15", "SELECTOR-7")) {
      assertFalse(changed.contains(Set.of(replaced)), replaced);
    }
    assertFalse(changed.get("SYNC-9").requirement().contains("Replaces"));
  }

  @Test
  void eachCaseBelongsToARuleSet() {
    Set<String> names = new TreeSet<>();
    for (RuleSet set : RuleSet.values()) {
      Cases.of(RuleCatalog.load(set), Settings.DEFAULT).forEach(each -> names.add(each.name()));
    }
    assertEquals(Cases.all(Settings.DEFAULT).size(), names.size());
  }

  @Test
  void everyRuleHasTheKeywordOfItsLevel() {
    for (Rule rule : rules.all()) {
      String keyword =
          switch (rule.level()) {
            case REQUIRED -> " MUST ";
            case OPTIONAL -> " SHOULD ";
            case UNSPECIFIED -> " MAY ";
          };
      assertTrue(rule.requirement().contains(keyword), rule.id());
    }
  }

  @Test
  void rulesOfAnAreaAreNumberedWithoutGaps() {
    Map<String, Integer> last = new LinkedHashMap<>();
    for (Rule rule : rules.all()) {
      assertEquals(last.merge(rule.area(), 1, Integer::sum), rule.number(), rule.id());
    }
  }

  @Test
  void everyRuleIsTestedOrExplainsWhyNot() {
    Set<String> tested = new TreeSet<>();
    for (Case each : Cases.all(Settings.DEFAULT)) {
      each.rules().forEach(id -> tested.add(rules.get(id).id()));
    }
    List<String> inconsistent =
        rules.all().stream()
            .filter(rule -> tested.contains(rule.id()) == (rule.untested() != null))
            .map(Rule::id)
            .toList();
    assertTrue(
        inconsistent.isEmpty(),
        () -> "tested despite a note, or untested without one: " + inconsistent);
  }

  /** The first sync alone does not prove that nothing happens. */
  @Test
  void stepsThatOnlyForbidWaitForMoreSyncs() {
    List<String> tooShort =
        Cases.all(Settings.DEFAULT).stream()
            .flatMap(
                testCase ->
                    testCase.steps().stream()
                        .filter(step -> step.precondition() != Precondition.NONE)
                        .filter(step -> step.hold() == 0)
                        .filter(
                            step ->
                                step.expectations().stream().anyMatch(Expectation::isProhibition))
                        .filter(
                            step ->
                                step.expectations().stream()
                                    .filter(
                                        each -> rules.get(each.rule()).level() == Level.REQUIRED)
                                    .allMatch(Expectation::isProhibition))
                        .map(step -> testCase.name() + ": " + step.name()))
            .toList();
    assertEquals(List.of(), tooShort);
  }

  @Test
  void caseNamesAreUniqueAndFitANamespace() {
    List<String> names = Cases.all(Settings.DEFAULT).stream().map(Case::name).toList();
    assertEquals(names.size(), Set.copyOf(names).size());
    assertTrue(
        names.stream().allMatch(name -> name.matches("[a-z][a-z-]{2,40}[a-z]")), names::toString);
  }
}
