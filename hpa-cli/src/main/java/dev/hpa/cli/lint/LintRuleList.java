package dev.hpa.cli.lint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import java.io.IOException;
import java.io.InputStream;
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
      print(rule, width, out);
    }
    out.flush();
  }

  private static void print(LintRule rule, int width, PrintWriter out) {
    out.printf("%-" + width + "s  %s%n", rule.id(), rule.level().word());
    out.println("  why: " + rule.why());
    out.println("  fix: " + rule.fix());
  }

  /** Prints a rule with its example: lines with "-" fail the rule, lines with "+" fix it. */
  static void explain(String id, PrintWriter out) throws IOException {
    LintRule rule =
        Arrays.stream(LintRule.values())
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();
    print(rule, 1, out);
    try (InputStream example =
        LintRuleList.class.getResourceAsStream("rules/" + rule.id() + ".diff")) {
      out.print("\n" + new String(requireNonNull(example).readAllBytes(), UTF_8));
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
