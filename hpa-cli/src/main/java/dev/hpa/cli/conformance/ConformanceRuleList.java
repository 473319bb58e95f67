package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.output.YamlText;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.decisions.DecisionRun;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.Selection;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The rules with the cases that test them, and the steps of these cases. */
public final class ConformanceRuleList {

  private final RuleSet set;
  private final Map<Rule, Set<String>> rules;
  private final List<ObjectNode> cases;

  private ConformanceRuleList(RuleSet set, Map<Rule, Set<String>> rules, List<ObjectNode> cases) {
    this.set = set;
    this.rules = rules;
    this.cases = cases;
  }

  /** Returns the list of the selected rules. */
  public static ConformanceRuleList of(RuleCatalog book, List<Case> cases, Selection selection) {
    Map<Rule, Set<String>> rules = new LinkedHashMap<>();
    for (Rule rule : book.all()) {
      Set<String> testedBy = new LinkedHashSet<>();
      cases.stream()
          .filter(each -> tests(each, rule))
          .filter(each -> selection.admits(each))
          .forEach(each -> testedBy.add(each.name()));
      if (selection.includes(rule, testedBy)
          && (selection.capabilities().isEmpty() || !testedBy.isEmpty())) {
        rules.put(rule, testedBy);
      }
    }
    CaseDescription description = new CaseDescription(book);
    return new ConformanceRuleList(
        book.set(),
        rules,
        cases.stream()
            .filter(each -> !each.steps().isEmpty() && selection.includes(each, book))
            .map(description::json)
            .toList());
  }

  private static boolean tests(Case each, Rule rule) {
    return each.steps().isEmpty()
        ? DecisionRun.tests(each, rule)
        : each.rules().contains(rule.id());
  }

  /** Prints the list. */
  public void print(PrintWriter out, OutputFormat format) {
    switch (format) {
      case TEXT -> table(out);
      case JSON -> out.println(tree().toPrettyString());
      default -> out.print(YamlText.inStream(tree()));
    }
    out.flush();
  }

  private void table(PrintWriter out) {
    TextTable table = new TextTable("RULE", "LEVEL", "REQUIREMENT", "CASES");
    rules.forEach(
        (rule, cases) ->
            table.row(rule.id(), rule.level().toString(), rule.requirement(), cases(rule, cases)));
    table.print(out, DocumentOutput.width());
  }

  private static String cases(Rule rule, Set<String> cases) {
    return rule.untested() != null
        ? "(not tested: " + rule.untested() + ")"
        : cases.size() > 5 ? cases.size() + " cases" : String.join(", ", cases);
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("ruleSet", set.toString());
    ArrayNode list = tree.putArray("rules");
    rules.forEach(
        (rule, testedBy) ->
            list.add(
                Json.mapper()
                    .<ObjectNode>valueToTree(rule)
                    .put("untested", Objects.requireNonNullElse(rule.untested(), ""))
                    .set("cases", Json.tree(testedBy))));
    tree.putArray("cases").addAll(cases);
    return tree;
  }
}
