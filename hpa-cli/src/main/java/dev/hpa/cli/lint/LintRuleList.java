package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/** The rules of lint, for people and for programs. */
public final class LintRuleList {

  private LintRuleList() {}

  /** All ids, in the order of the page of rules. */
  public static List<String> ids() {
    return Arrays.stream(LintRule.values()).map(LintRule::id).toList();
  }

  /** The ids that may be ignored: an object the API server refuses is always an error. */
  public static List<String> ignorable() {
    return Arrays.stream(LintRule.values())
        .filter(rule -> rule.level() != LintRule.Level.ERROR)
        .map(LintRule::id)
        .toList();
  }

  /** Prints each rule with its level, why it matters and how to fix it. */
  public static void print(PrintWriter out) {
    int width = ids().stream().mapToInt(String::length).max().orElse(0);
    for (LintRule rule : LintRule.values()) {
      out.printf("%-" + width + "s  %s%n", rule.id(), rule.level().word());
      out.println("  why: " + rule.why());
      out.println("  do:  " + rule.fix());
    }
    out.flush();
  }

  /** Prints the same as a JSON array. */
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
    out.println(Json.text(rules));
    out.flush();
  }
}
