package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule finds its bad example, and no rule finds anything in its good one. */
class LintRulesTest {

  static List<RuleExample> examples() {
    return RuleExample.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theBadExampleFailsThisRuleAlone(RuleExample example) throws IOException {
    Program program = Program.run(example.bad(), example.arguments());
    // Of what ScaledObjects have, only what concerns other documents is a rule.
    assertEquals(
        "", program.err().replace("hpa: 1 ScaledObject is not checked; use hpa convert\n", ""));
    boolean refused = example.id().equals("refused-by-the-api-server");
    assertEquals(refused ? List.of() : List.of(example.id()), ids(program), program.out());
    assertEquals(refused ? 1 : 0, program.status());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theGoodExamplePassesAllRules(RuleExample example) throws IOException {
    Program program = Program.run(example.good(), example.arguments());
    assertEquals(List.of(), ids(program), program.out());
    assertEquals(0, program.status());
  }

  private static List<String> ids(Program program) {
    return Json.tree(program.out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(warning -> warning.path("reason").asText())
        .distinct()
        .toList();
  }

  @Test
  void theRulesAreListed() {
    Program text = Program.run("", "lint", "--list-rules");
    assertEquals(0, text.status(), text.err());
    assertTrue(text.lines().getFirst().matches("refused-by-the-api-server +error"), text.out());
    Program json = Program.run("", "lint", "--list-rules", "-o", "json");
    Stream<JsonNode> rules = Json.tree(json.out()).valueStream();
    assertEquals(LintRuleList.ids(), rules.map(rule -> rule.path("id").asText()).toList());
    Program sarif = Program.run("", "lint", "--list-rules", "-o", "sarif");
    assertEquals(2, sarif.status());
    assertEquals(
        "hpa: --output: \"sarif\" is not supported with --list-rules; use text or" + " json\n",
        sarif.err());
  }

  @Test
  void everyExampleBelongsToARule() throws IOException {
    assertEquals(LintRuleList.ids().stream().sorted().toList(), RuleExample.ids());
  }

  @Test
  void aRuleIsExplained() {
    Program known = Program.run("", "lint", "--explain", "empty-metrics");
    assertEquals(0, known.status(), known.err());
    assertEquals("empty-metrics  warning", known.lines().getFirst());
    assertTrue(known.lines().contains("  kind: HorizontalPodAutoscaler"), known.out());
    Program unknown = Program.run("", "lint", "--explain", "empty-metric");
    assertEquals(2, unknown.status());
    assertEquals(
        "hpa: --explain: \"empty-metric\" is not a rule; did you mean empty-metrics?\n",
        unknown.err());
  }

  @Test
  void aRuleCanBeIgnored() throws IOException {
    RuleExample example = RuleExample.all().get(LintRuleList.ids().indexOf("unknown-kind"));
    Program ignored =
        Program.run(example.bad(), "lint", "--ignore", "unknown-kind", "--strict", "-f", "-");
    assertEquals("1 document: 0 errors, 0 warnings\n", ignored.out());
    Program unknown = Program.run("", "lint", "--ignore", "unknown-kin", "-f", "-");
    assertEquals(2, unknown.status());
    assertEquals(
        "hpa: --ignore: \"unknown-kin\" is not a rule that can be ignored; did you mean"
            + " unknown-kind?\n",
        unknown.err());
  }

  @Test
  void aLoadThatCannotBeReadIsAUsageError() {
    Program missing = Program.run("", "lint", "--load", "/no/such.csv", "-f", "-");
    assertEquals(2, missing.status());
    assertEquals("hpa: --load: /no/such.csv: does not exist; check the path\n", missing.err());
  }
}
