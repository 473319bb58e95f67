package dev.hpa.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RuleCatalogTest {

  private static final String ROW =
      "| <a id=\"area-1\"></a>AREA-1 | optional | Something is so. Not tried: why not. | somewhere |";

  private final RuleCatalog rules = RuleCatalog.load();

  @Test
  void aRowIsARule() {
    assertEquals(
        new Rule("AREA-1", Level.OPTIONAL, "Something is so.", "somewhere", "why not."),
        RuleCatalog.parse("# A page\n" + ROW).get("AREA-1"));
  }

  @Test
  void aRuleIsThereOnce() {
    assertThrows(IllegalArgumentException.class, () -> RuleCatalog.parse(ROW + "\n" + ROW));
  }

  @Test
  void aRowThatIsNoRuleIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RuleCatalog.parse("| <a id=\"other-1\"></a>AREA-1 | optional | So. | somewhere |"));
  }

  @Test
  void rulesOfAnAreaAreNumberedWithoutGaps() {
    Map<String, Integer> last = new LinkedHashMap<>();
    for (Rule rule : rules.all()) {
      assertEquals(last.merge(rule.area(), 1, Integer::sum), rule.number(), rule.id());
    }
  }

  @Test
  void everyRuleIsTriedOrSaysWhyNot() {
    Set<String> tried = new TreeSet<>();
    for (Case each : Cases.all(Settings.USUAL)) {
      each.rules().forEach(id -> tried.add(rules.get(id).id()));
    }
    List<String> wrong =
        rules.all().stream()
            .filter(rule -> tried.contains(rule.id()) == (rule.untested() != null))
            .map(Rule::id)
            .toList();
    assertTrue(wrong.isEmpty(), () -> "tried and not to be, or the other way round: " + wrong);
  }

  @Test
  void casesHaveNamesOfTheirOwnThatFitANamespace() {
    List<String> names = Cases.all(Settings.USUAL).stream().map(Case::name).toList();
    assertEquals(names.size(), Set.copyOf(names).size());
    assertTrue(
        names.stream().allMatch(name -> name.matches("[a-z][a-z-]{2,40}[a-z]")), names::toString);
  }
}
