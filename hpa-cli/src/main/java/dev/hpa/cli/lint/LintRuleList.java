package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/** Prints the rules of lint as text or JSON. */
public final class LintRuleList {

  private LintRuleList() {}

  /** All ids, in the order of docs/lint.md. */
  public static List<String> ids() {
    return Arrays.stream(LintRule.values()).map(LintRule::id).toList();
  }

  /** The ids that can be ignored: an object that the API server rejects is always an error. */
  public static List<String> ignorable() {
    return Arrays.stream(LintRule.values())
        .filter(rule -> rule.level() != LintRule.Level.ERROR)
        .map(LintRule::id)
        .toList();
  }

  /** Prints each rule with its level, its consequence and its fix. */
  public static void print(PrintWriter out) {
    int width = ids().stream().mapToInt(String::length).max().orElse(0);
    for (LintRule rule : LintRule.values()) {
      out.printf("%-" + width + "s  %s%n", rule.id(), rule.level().word());
      out.println("  why: " + rule.why());
      out.println("  fix: " + rule.fix());
    }
    out.flush();
  }

  /** Prints the rules as a JSON array. */
  public static void printJson(PrintWriter out) {
    ArrayNode rules = JsonNodeFactory.instance.arrayNode();
    for (LintRule rule : LintRule.values()) {
      rules
          .addObject()
          .put("id", rule.id())
          .put("level", rule.level().word())
          .put("why", rule.why())
          .put("do", rule.fix());
    }
    out.println(SafeText.json(Json.text(rules)));
    out.flush();
  }
}
