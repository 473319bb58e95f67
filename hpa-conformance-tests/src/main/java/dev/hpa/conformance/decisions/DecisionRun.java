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
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Finding;
import dev.hpa.conformance.run.Progress;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import dev.hpa.conformance.run.Verdict;
import dev.hpa.conformance.transcript.Transcript;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Gives scenarios to a subject and compares its results. The expected results of the built-in
 * scenarios are in {@code results.ndjson}, in the format of the results.
 */
public final class DecisionRun {

  /** The rule for scenarios from files, which contain their expected results. */
  private static final String VECTORS = "DECISIONS-15";

  private static final String EXPECTED = "results.ndjson";

  private final RuleCatalog rules = RuleCatalog.ofDecisions();
  private final DecisionResults answers;
  private final List<Path> vectors;
  private final Selection selection;
  private final Progress progress;
  private final Consumer<JsonNode> seen;

  /**
   * Creates a run.
   *
   * @param vectors files of scenarios with expected results, one per line; gzip if the name ends in
   *     {@code .gz}
   * @param seen receives each scenario with its expected and observed results
   */
  public DecisionRun(
      DecisionResults answers,
      List<Path> vectors,
      Selection selection,
      Progress progress,
      Consumer<JsonNode> seen) {
    this.answers = answers;
    this.vectors = List.copyOf(vectors);
    this.selection = selection;
    this.progress = progress;
    this.seen = seen;
  }

  /** A scenario and its expected results. */
  private record Input(String rule, String name, JsonNode scenario, JsonNode expected) {}

  /** Returns the built-in scenarios as cases, for lists and filters. */
  public static List<Case> cases() {
    return BuiltInScenarios.all().stream()
        .map(each -> Case.named(Json.tree(each.json()).path("name").asText()))
        .toList();
  }

  /** Returns the id of the rule that a built-in scenario tests. */
  public static String ruleOf(Case scenario) {
    return scenario.name().substring(0, scenario.name().indexOf(' '));
  }

  /**
   * Runs all selected scenarios.
   *
   * @throws TestClusterException if a file is unusable, or the subject does not start or returns
   *     too few results
   */
  public Results run() throws TestClusterException, IOException, InterruptedException {
    for (Path file : vectors) {
      checkReadable(file);
    }
    List<CaseResult> results = new ArrayList<>();
    try (Stream<Input> all = scenarios()) {
      ConcurrentLinkedQueue<Input> pending = new ConcurrentLinkedQueue<>();
      Iterator<String> lines =
          all.map(
                  each -> {
                    pending.add(each);
                    return Json.text(each.scenario());
                  })
              .iterator();
      progress.started(Math.toIntExact(count()));
      progress.phase("evaluating scenarios");
      answers.answer(
          lines,
          answer -> {
            Input input = pending.poll();
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

  private static void checkReadable(Path file) throws TestClusterException {
    try (InputStream in = open(file)) {
      in.read();
    } catch (NoSuchFileException none) {
      throw new TestClusterException("--vectors: file \"%s\" not found".formatted(file), none);
    } catch (IOException unreadable) {
      throw new TestClusterException(
          "--vectors: file \"%s\" cannot be read: %s".formatted(file, unreadable.getMessage()),
          unreadable);
    }
  }

  private long count() {
    try (Stream<Input> all = scenarios()) {
      return all.count();
    }
  }

  private Stream<Input> scenarios() {
    return Stream.concat(builtIn(), vectors.stream().flatMap(DecisionRun::from))
        .filter(each -> selection.includes(rules.get(each.rule()), Set.of(each.name())));
  }

  private Stream<Input> builtIn() {
    Map<String, JsonNode> expected = expected();
    return BuiltInScenarios.all().stream()
        .map(each -> Json.tree(each.json()))
        .map(
            scenario -> {
              String name = scenario.path("name").asText();
              return new Input(
                  ruleOf(Case.named(name)),
                  name,
                  scenario,
                  expected.getOrDefault(name, MissingNode.getInstance()));
            });
  }

  private static Map<String, JsonNode> expected() {
    InputStream resource = DecisionRun.class.getResourceAsStream(EXPECTED);
    try (Stream<String> lines =
        lines(Objects.requireNonNull(resource, EXPECTED + " is not packaged with the suite"))) {
      return lines
          .map(Json::tree)
          .collect(
              Collectors.toMap(
                  each -> each.path("name").asText(), each -> each.path("steps"), (a, b) -> b));
    }
  }

  private static Stream<Input> from(Path file) {
    try {
      return lines(open(file))
          .filter(line -> !line.isBlank())
          .map(Json::tree)
          .map(
              scenario ->
                  new Input(
                      VECTORS, scenario.path("name").asText(), scenario, expectations(scenario)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static JsonNode expectations(JsonNode scenario) {
    JsonNode steps = scenario.path("steps").deepCopy();
    for (JsonNode step : steps) {
      ObjectNode result = (ObjectNode) step;
      JsonNode expect = result.path("expect");
      JsonNode at = result.path("at");
      result.removeAll();
      result.set("at", at);
      result.set("results", expect);
    }
    return steps;
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  private static Stream<String> lines(InputStream in) {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    return reader
        .lines()
        .onClose(
            () -> {
              try {
                reader.close();
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });
  }

  private CaseResult evaluate(Input input, String answer) {
    JsonNode observed = parsed(answer);
    ObjectNode line = Json.mapper().createObjectNode();
    line.set("scenario", input.scenario());
    line.set("expected", input.expected());
    line.set("observed", observed);
    seen.accept(line);
    Finding finding = finding(input, observed, answer);
    CaseResult result =
        new CaseResult(
            Case.named(input.name()),
            finding.verdict(),
            "",
            List.of(finding),
            new Transcript(input.name(), List.of()));
    progress.caseFinished(result);
    return result;
  }

  private static JsonNode parsed(String answer) {
    try {
      return Json.tree(answer);
    } catch (JsonFormatException noJson) {
      return MissingNode.getInstance();
    }
  }

  private static Finding finding(Input input, JsonNode observed, String answer) {
    if (!observed.path("steps").isArray()) {
      return failed(
          input,
          0,
          "a JSON object with the results of each step",
          answer.length() > 300 ? answer.substring(0, 300) + "…" : answer);
    }
    if (input.expected().isEmpty()) {
      return failed(input, 0, "expected results in the scenario", "none");
    }
    JsonNode steps = observed.path("steps");
    for (int step = 0; step < input.expected().size(); step++) {
      JsonNode results = input.expected().get(step).path("results");
      Optional<Difference> difference =
          results.isMissingNode()
              ? Optional.empty()
              : Difference.between(results, steps.path(step).path("results"));
      if (difference.isPresent()) {
        Difference found = difference.get();
        return failed(
            input,
            step,
            "results%s %s".formatted(found.path(), Difference.shown(found.expected())),
            Difference.shown(found.observed()));
      }
    }
    return new Finding(input.rule(), input.name(), 0, Verdict.PASSED, "the recorded results", "");
  }

  private static Finding failed(Input input, int step, String expected, String observed) {
    return new Finding(input.rule(), input.name(), step, Verdict.FAILED, expected, observed);
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
      return new RuleResult(
          rule,
          Verdict.SKIPPED,
          rule.id().equals(VECTORS) ? "requires --vectors" : "no scenario of this run tests it",
          List.of());
    }
    boolean failed = findings.stream().anyMatch(each -> each.verdict() == Verdict.FAILED);
    return new RuleResult(rule, failed ? Verdict.FAILED : Verdict.PASSED, "", findings);
  }
}
