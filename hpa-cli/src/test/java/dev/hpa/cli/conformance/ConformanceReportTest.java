package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Action;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleEvaluator;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Verdict;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/**
 * Reports of a run with one passed rule, a failed required and optional rule, and a skipped rule.
 */
class ConformanceReportTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Case TRIED =
      Case.named("doubling")
          .needs(Capability.RESOURCE_METRICS)
          .step("twice the <target>", new Action(Action.Kind.METRIC, "use & more", context -> {}))
          .expect(
              new Expectation.Writes("UP-1", "web", List.of(4)),
              new Expectation.Writes("UP-2", "web", List.of(5)),
              new Expectation.NoEvent("UP-3", "web", "SuccessfulRescale"));
  private static final Transcript SEEN =
      new Transcript(
          "doubling",
          List.of(
              new Observation.Step(0, 0, "twice the <target>", List.of("use & more")),
              new Observation.Scaled(900, "web", 4),
              new Observation.Event(
                  950, "web", "Normal", "SuccessfulRescale", "New size: 4", "hpa", 1)));

  private static final RuleEvaluator EVALUATOR =
      new RuleEvaluator(
          RuleCatalog.of(
              List.of(
                  rule("UP-1", Level.REQUIRED),
                  rule("UP-2", Level.REQUIRED),
                  rule("UP-3", Level.OPTIONAL))));

  @TempDir private Path folder = Path.of("unset");

  private static Rule rule(String id, Level level) {
    return new Rule(id, level, "Rule " + id, "users need it", "the loop", "the book", null);
  }

  private static RuleResult result(String id, Level level, Verdict verdict, String reason) {
    return new RuleResult(
        rule(id, level),
        verdict,
        reason,
        EVALUATOR.evaluate(TRIED, SEEN).stream().filter(each -> each.rule().equals(id)).toList());
  }

  private static ConformanceReport report(Capability... falselyDeclared) {
    return report(Settings.DEFAULT, falselyDeclared);
  }

  private static ConformanceReport report(
      @Nullable Settings settings, Capability... falselyDeclared) {
    return report(settings, Verdict.FAILED, falselyDeclared);
  }

  private static ConformanceReport report(
      @Nullable Settings settings, Verdict required, Capability... falselyDeclared) {
    return new ConformanceReport(
        new TestedImplementation("mine", "1.0", "mine --kubeconfig={kubeconfig}"),
        new Environment("Linux", 2, "a JVM", "sandbox"),
        settings,
        RuleSet.V1_36,
        Set.of(falselyDeclared),
        NOON,
        NOON.plusSeconds(90),
        "hpa conformance --command mine",
        new Results(
            "v1.36.2",
            List.of(
                result("UP-1", Level.REQUIRED, Verdict.PASSED, ""),
                result("UP-2", Level.REQUIRED, required, ""),
                result("UP-3", Level.OPTIONAL, Verdict.FAILED, ""),
                result("DOWN-1", Level.REQUIRED, Verdict.SKIPPED, "not possible")),
            List.of(
                new CaseResult(TRIED, Verdict.FAILED, "", EVALUATOR.evaluate(TRIED, SEEN), SEEN)),
            List.of(falselyDeclared)));
  }

  @Test
  void jsonMatchesTheSchema() throws IOException {
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(
                Files.readString(
                    Path.of(System.getProperty("hpa.root"))
                        .resolve("docs/conformance/report.schema.json")));
    Path file = folder.resolve("report.json");
    report(Capability.EVENTS).writeJson(file);
    JsonNode json = Json.tree(Files.readString(file));
    assertEquals(Set.of(), schema.validate(json));
    assertFalse(json.path("conformant").asBoolean());
    assertEquals("writes: 4", json.at("/rules/1/findings/0/observed").asText());
    assertEquals(1, json.at("/rules/1/findings/0/step").asInt());
    assertEquals("the loop", json.at("/rules/1/check").asText());
    assertEquals(2, json.at("/summary/failed").asInt());
    assertEquals("v1.36", json.path("ruleSet").asText());
    assertEquals("sandbox", json.at("/environment/cluster").asText());
    assertTrue(json.at("/rules/1/fatal").asBoolean());
    assertFalse(json.at("/rules/2/fatal").asBoolean());
    JsonNode events = json.at("/capabilities/8");
    assertEquals("events", events.path("name").asText());
    assertFalse(events.path("supported").asBoolean());
    assertTrue(events.path("falselyDeclared").asBoolean());
    assertFalse(schema.validate(Json.tree("{\"schemaVersion\":1}")).isEmpty());
  }

  @Test
  void junitFailsForRequiredRulesOnly() throws Exception {
    Path file = folder.resolve("report.xml");
    JunitReport.write(report(Capability.EVENTS), file);
    Element all =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    assertEquals(3, all.getElementsByTagName("testsuite").getLength());
    assertEquals(5, all.getElementsByTagName("testcase").getLength());
    assertEquals(2, all.getElementsByTagName("failure").getLength());
    assertEquals(2, all.getElementsByTagName("skipped").getLength());
    Element up = (Element) all.getElementsByTagName("testsuite").item(0);
    assertEquals("UP", up.getAttribute("name"));
    assertEquals("1", up.getAttribute("failures"));
    assertEquals("1", up.getAttribute("skipped"));
    Element skipped = (Element) all.getElementsByTagName("skipped").item(0);
    assertTrue(
        skipped.getAttribute("message").startsWith("optional rule failed: "),
        skipped.getAttribute("message"));
    Element failure = (Element) all.getElementsByTagName("failure").item(0);
    assertTrue(failure.getAttribute("message").contains("writes: 4"));
    assertTrue(failure.getTextContent().contains("Check: the loop"));
  }

  @Test
  void htmlContainsTimelinesAndNoExternalResources() throws IOException {
    Path file = folder.resolve("report.html");
    report().writeHtml(file);
    String page = Files.readString(file);
    assertTrue(page.contains("\"seen\":\"scaled\""));
    assertTrue(page.contains("twice the \\u003ctarget"));
    assertTrue(page.contains("\"kind\":\"metric\",\"text\":\"use "), page);
    assertFalse(page.contains("<script src") || page.contains("<link rel=\"stylesheet"));
  }

  private static String output(ConformanceConsole.Style style) {
    return output(style, report());
  }

  private static String output(ConformanceConsole.Style style, ConformanceReport report) {
    StringWriter text = new StringWriter();
    ConformanceConsole console =
        new ConformanceConsole(new PrintWriter(text), style, 40, InstantSource.fixed(NOON));
    console.started(2);
    console.phase("preparing the cluster");
    console.caseStarted("doubling");
    console.caseFinished(report.results().cases().getFirst());
    console.clear();
    console.print(report, "hpa conformance --only UP-2");
    return text.toString();
  }

  @Test
  void plainOutputListsCasesAndFailures() {
    String output = output(ConformanceConsole.Style.PLAIN);
    assertFalse(output.contains("\u001b"), output);
    assertTrue(output.startsWith("preparing the cluster\n  1/2 failed     doubling\n"), output);
    assertTrue(
        output.contains(
            """
            area   passed  failed  not-tested  skipped
            UP          1       2           0        0
            DOWN        0       0           0        1
            """),
        output);
    assertTrue(
        output.contains(
            """
            UP-2 failed (required) Rule UP-2
              rationale users need it
              check     the loop
              doubling, step 1: twice the <target>
                given     use & more
                expected  writes to the scale of web: 5
                observed  writes: 4
            """),
        output);
    assertTrue(output.contains("not conformant: mine fails 1 required rule, in 90 s\n"), output);
    assertTrue(
        output.contains(
            """
            implementation  mine 1.0
            capabilities    all
            cluster         sandbox, API server v1.36.2
            machine         Linux, 2 CPUs
            """),
        output);
    assertTrue(output.endsWith("Rerun failed rules: hpa conformance --only UP-2\n"), output);
  }

  @Test
  void theVerdictNamesTheLevelOfFailedRules() {
    String output =
        output(ConformanceConsole.Style.PLAIN, report(Settings.DEFAULT, Verdict.PASSED));
    assertTrue(
        output.contains(
            "conformant: mine passes 2 rules of v1.36, 1 optional rule failed, 0 not tested,"
                + " 1 skipped, in 90 s\n"),
        output);
  }

  @Test
  void theObjectsOfAFailedCaseAreWhereTheOutputSays() {
    assertTrue(
        output(ConformanceConsole.Style.PLAIN)
            .contains(
                "Objects and expectations of each case: hpa conformance --list --only CASE -o"
                    + " yaml\n"));
    String decisions = output(ConformanceConsole.Style.PLAIN, report((Settings) null));
    assertTrue(
        decisions.contains(
            "Objects and expectations of each case: decisions/basics.ndjson.gz and"
                + " random.ndjson.gz of the module hpa-vectors, by name\n"),
        decisions);
    for (String each : List.of("basics", "random")) {
      assertNotNull(Vectors.class.getResource("decisions/" + each + ".ndjson.gz"), each);
    }
  }

  @Test
  void terminalOutputRedrawsOneLine() {
    String output = output(ConformanceConsole.Style.LIVE);
    assertTrue(output.contains("\r\u001b[K1/2  1 failed  0 s  preparing the clus…"), output);
    assertFalse(output.contains("\u001b[1;"), output);
    assertTrue(output(ConformanceConsole.Style.COLORED).contains("\u001b[1;31mUP-2\u001b[0m"));
  }
}
