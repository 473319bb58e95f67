package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Finding;
import dev.hpa.conformance.run.Progress;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import dev.hpa.conformance.run.Verdict;
import dev.hpa.conformance.transcript.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Gives recorded scenarios to a subject and compares its results with those of Kubernetes. The
 * scenarios are those of {@code hpa-vectors}, and of files.
 */
public final class DecisionRun {

  private final RuleSet set;
  private final RuleCatalog rules;
  private final DecisionResults answers;
  private final List<Path> vectors;
  private final Selection selection;
  private final Progress progress;
  private final Consumer<JsonNode> seen;

  /**
   * Creates a run.
   *
   * @param set the release whose recorded scenarios are given
   * @param vectors more files of scenarios with expected results, one per line; gzip if the name
   *     ends in {@code .gz}
   * @param seen receives each scenario with its expected and observed results
   */
  public DecisionRun(
      RuleSet set,
      DecisionResults answers,
      List<Path> vectors,
      Selection selection,
      Progress progress,
      Consumer<JsonNode> seen) {
    this.set = set;
    this.rules = RuleCatalog.ofDecisions(set);
    this.answers = answers;
    this.vectors = List.copyOf(vectors);
    this.selection = selection;
    this.progress = progress;
    this.seen = seen;
  }

  /** Returns the basic scenarios as cases, for lists. Each tests one rule. */
  public static List<Case> cases() {
    return ScenarioRules.ofBasicScenarios().keySet().stream().map(Case::named).toList();
  }

  /** Whether a basic scenario tests a rule. */
  public static boolean tests(Case scenario, Rule rule) {
    return rule.id().equals(ScenarioComparison.WORDING)
        || rule.id().equals(ScenarioRules.ofBasicScenarios().get(scenario.name()));
  }

  /** Returns all bundled scenarios of a release as cases, for filters. */
  public static List<Case> allCases(RuleSet set) {
    return RecordedScenario.bundledNames(set).map(Case::named).toList();
  }

  /**
   * Runs all selected scenarios.
   *
   * @throws TestClusterException if a file is unusable, or the subject does not start or returns
   *     too few results
   */
  public Results run() throws TestClusterException, IOException, InterruptedException {
    for (Path file : vectors) {
      RecordedScenario.checkReadable(file);
    }
    List<CaseResult> results = new ArrayList<>();
    try (Stream<RecordedScenario> all = scenarios()) {
      ConcurrentLinkedQueue<RecordedScenario> pending = new ConcurrentLinkedQueue<>();
      Iterator<String> lines =
          all.map(
                  each -> {
                    pending.add(each);
                    return Json.text(each.input());
                  })
              .iterator();
      progress.started(Math.toIntExact(count()));
      progress.phase("evaluating scenarios");
      answers.answer(
          lines,
          answer -> {
            RecordedScenario input = pending.poll();
            if (input == null) {
              throw new IllegalStateException(
                  "the subject returned more results than scenarios; return one line per scenario");
            }
            results.add(evaluate(input, answer));
          });
      if (!pending.isEmpty() || lines.hasNext()) {
        throw new TestClusterException(
            "the subject returned results of %d scenarios and stopped; return one line per scenario"
                .formatted(results.size()));
      }
    } catch (IllegalStateException surplus) {
      throw new TestClusterException(String.valueOf(surplus.getMessage()), surplus);
    } catch (UncheckedIOException | JsonFormatException unreadable) {
      throw new TestClusterException("--vectors: " + unreadable.getMessage(), unreadable);
    }
    return new Results("", ruleResults(results), results, List.of());
  }

  private long count() {
    try (Stream<RecordedScenario> all = scenarios()) {
      return all.count();
    }
  }

  private Stream<RecordedScenario> scenarios() {
    return Stream.concat(
            RecordedScenario.bundled(
                set, selection.isByCase(rules) ? selection.only()::contains : any -> true),
            vectors.stream().flatMap(file -> RecordedScenario.in(file, set)))
        .filter(
            each ->
                reports(ScenarioComparison.WORDING, each.name())
                    || each.tests().stream().anyMatch(rule -> reports(rule, each.name())));
  }

  private boolean reports(String rule, String scenario) {
    return selection.includes(rules.get(rule), Set.of(scenario));
  }

  private CaseResult evaluate(RecordedScenario scenario, String answer) {
    JsonNode observed = parsed(answer);
    ObjectNode line = Json.mapper().createObjectNode();
    line.set("scenario", scenario.input());
    scenario.expected().forEach(line.putArray("expected")::add);
    line.set("observed", observed);
    seen.accept(line);
    List<Finding> findings =
        ScenarioComparison.of(scenario, observed, answer).stream()
            .filter(each -> reports(each.rule(), scenario.name()))
            .toList();
    CaseResult result =
        new CaseResult(
            Case.named(scenario.name()),
            verdict(findings),
            "",
            findings,
            new Transcript(scenario.name(), List.of()));
    progress.caseFinished(result);
    return result;
  }

  /** Not tested without findings: another rule failed before a selected one was reached. */
  private static Verdict verdict(List<Finding> findings) {
    if (findings.isEmpty()) {
      return Verdict.NOT_TESTED;
    }
    return findings.stream().anyMatch(each -> each.verdict() == Verdict.FAILED)
        ? Verdict.FAILED
        : Verdict.PASSED;
  }

  private static JsonNode parsed(String answer) {
    try {
      return Json.tree(answer);
    } catch (JsonFormatException noJson) {
      return MissingNode.getInstance();
    }
  }

  private List<RuleResult> ruleResults(List<CaseResult> results) {
    Map<String, List<Finding>> findings = new LinkedHashMap<>();
    results.forEach(
        each ->
            each.findings()
                .forEach(
                    finding ->
                        findings
                            .computeIfAbsent(finding.rule(), rule -> new ArrayList<>())
                            .add(finding)));
    return rules.all().stream()
        .filter(rule -> selection.only().isEmpty() || findings.containsKey(rule.id()))
        .map(rule -> evaluate(rule, findings.getOrDefault(rule.id(), List.of())))
        .toList();
  }

  private static RuleResult evaluate(Rule rule, List<Finding> findings) {
    if (findings.isEmpty()) {
      return new RuleResult(rule, Verdict.SKIPPED, "no scenario of this run tests it", List.of());
    }
    return new RuleResult(rule, verdict(findings), "", findings);
  }
}
