package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.BuildInfo;
import dev.hpa.api.Json;
import dev.hpa.cli.report.HtmlPage;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a run. Its JSON format is {@code docs/conformance/report.schema.json}; the HTML
 * page adds the timelines of the cases.
 *
 * @param settings the settings of the implementation; null for decisions
 * @param without capabilities that are declared unsupported
 * @param rerun a command line that repeats the run
 */
public record ConformanceReport(
    TestedImplementation subject,
    Environment environment,
    @Nullable Settings settings,
    RuleSet rules,
    Set<Capability> without,
    Instant began,
    Instant ended,
    String rerun,
    Results results) {

  private static final int SCHEMA_VERSION = 2;

  public ConformanceReport {
    without = Set.copyOf(without);
  }

  /** Returns the version of the rules, which is that of Kubernetes. */
  public String ruleSet() {
    return rules.toString();
  }

  /** Returns what identifies the run, for readers: names with their values. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rule set", ruleSet());
    facts.put("suite", BuildInfo.VERSION);
    facts.put("implementation", (subject.name() + " " + subject.version()).strip());
    if (settings != null) {
      String absent =
          without.stream().sorted().map(Capability::toString).collect(Collectors.joining(", "));
      facts.put("capabilities", absent.isEmpty() ? "all" : "all without " + absent);
      facts.put("cluster", environment.cluster() + ", API server " + results.server());
    }
    facts.put("machine", environment.os() + ", " + environment.cpus() + " CPUs");
    return facts;
  }

  public ObjectNode json() {
    return json(false);
  }

  public void writeJson(Path file) throws IOException {
    Files.writeString(file, json().toPrettyString() + "\n");
  }

  public void writeHtml(Path file) throws IOException {
    new HtmlPage(ConformanceReport.class, "Conformance of " + subject.name(), Json.text(json(true)))
        .write(file);
  }

  private ObjectNode json(boolean timelines) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report
        .put("schemaVersion", SCHEMA_VERSION)
        .put("conformant", results.conformant())
        .put("ruleSet", ruleSet());
    report.set("implementation", Json.tree(subject));
    report
        .putObject("suite")
        .put("version", BuildInfo.VERSION)
        .put("scope", settings == null ? "decisions" : "controller");
    report.put("start", began.toString()).put("end", ended.toString());
    report.set("environment", Json.tree(environment));
    report.withObjectProperty("environment").put("apiServer", results.server());
    ObjectNode values = report.putObject("settings");
    if (settings != null) {
      settings.placeholders().forEach(values::put);
    }
    ArrayNode capabilities = report.putArray("capabilities");
    if (settings != null) {
      Stream.of(Capability.values()).forEach(each -> capabilities.add(json(each)));
    }
    report.put("rerun", rerun);
    ObjectNode summary = report.putObject("summary");
    for (Verdict verdict : Verdict.values()) {
      summary.put(verdict.toString(), results.count(verdict));
    }
    report.set("rules", Json.tree(results.rules()));
    ArrayNode cases = report.putArray("cases");
    results.cases().forEach(each -> cases.add(json(each, timelines)));
    return report;
  }

  private ObjectNode json(Capability capability) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", capability.toString())
        .put("description", capability.description())
        .put("supported", !without.contains(capability))
        .put("falselyDeclared", results.falselyDeclared().contains(capability));
  }

  /** Returns what the suite does in a step, so that a reader can repeat it. */
  private static ArrayNode actions(Step step) {
    ArrayNode actions = JsonNodeFactory.instance.arrayNode();
    step.actions().forEach(each -> actions.add(CaseDescription.json(each)));
    return actions;
  }

  private static ObjectNode json(CaseResult result, boolean timeline) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", result.name())
        .put("profile", result.testCase().profile().toString())
        .put("verdict", result.verdict().toString())
        .put("reason", result.reason())
        .put("millis", result.transcript().end());
    ArrayNode needs = node.putArray("needs");
    result.testCase().needs().stream().sorted().map(Capability::toString).forEach(needs::add);
    if (timeline) {
      ArrayNode steps = node.putArray("steps");
      result.testCase().steps().forEach(each -> steps.add(actions(each)));
      node.set("timeline", Json.tree(result.transcript()).path("observations"));
    }
    return node;
  }
}
