package dev.hpa.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.decisions.DecisionRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of rules list the cases that test each rule. */
class RulesPageTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/conformance");
  private static final String REWRITE = "hpa.docs.rewrite";
  private static final String START = "<!-- cases -->";
  private static final String END = "<!-- end of cases -->";

  @Test
  void rulesPageListsItsCases() throws IOException {
    Map<String, List<String>> cases = new LinkedHashMap<>();
    for (Rule rule : RuleCatalog.ofAllSets().all()) {
      cases.put(
          rule.id(),
          Cases.all(Settings.DEFAULT).stream()
              .filter(each -> each.rules().contains(rule.id()))
              .map(each -> "[`%1$s`](cases.md#%1$s)".formatted(each.name()))
              .toList());
    }
    check("rules.md", cases);
  }

  @Test
  void decisionsPageListsItsBasicScenarios() throws IOException {
    Map<String, List<String>> scenarios = new LinkedHashMap<>();
    for (Rule rule : RuleCatalog.ofDecisions(RuleSet.DEFAULT).all()) {
      scenarios.put(
          rule.id(),
          DecisionRun.cases().stream()
              .filter(each -> DecisionRun.tests(each, rule))
              .map(each -> "`" + each.name() + "`")
              .toList());
    }
    check("decisions.md", scenarios);
  }

  private static void check(String name, Map<String, List<String>> cases) throws IOException {
    Path page = FOLDER.resolve(name);
    String text = Files.readString(page);
    String expected = withCases(text, cases);
    cases.keySet().forEach(id -> assertTrue(expected.contains("\n| " + id + " | "), id));
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(page, expected);
      return;
    }
    assertEquals(
        expected,
        text,
        "docs/conformance/%s is stale; update it with: mvn -pl hpa-conformance-tests -am"
                .formatted(name)
            + " -Dtest=RulesPageTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }

  /** Replaces each list of cases by that of the rules above it. */
  private static String withCases(String page, Map<String, List<String>> cases) {
    StringBuilder result = new StringBuilder();
    int position = 0;
    for (int start = page.indexOf(START); start >= 0; start = page.indexOf(START, position)) {
      String section = page.substring(position, start);
      result.append(section).append(START).append('\n');
      table(RuleCatalog.parse(section).all(), cases)
          .forEach(line -> result.append(line).append('\n'));
      result.append(END);
      position = page.indexOf(END, start) + END.length();
    }
    return result.append(page.substring(position)).toString();
  }

  private static Stream<String> table(Collection<Rule> rules, Map<String, List<String>> cases) {
    return Stream.concat(
        Stream.of("", "| rule | cases |", "|---|---|"),
        Stream.concat(
            rules.stream()
                .map(
                    rule ->
                        "| %s | %s |"
                            .formatted(rule.id(), names(cases.getOrDefault(rule.id(), List.of())))),
            Stream.of("")));
  }

  private static String names(List<String> cases) {
    return cases.isEmpty() ? "none" : String.join(", ", cases);
  }
}
