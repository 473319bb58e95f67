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
 * Has a subject decide about scenarios, those of the suite and others, and compares its answers.
 * What is expected of the suite's own stands in {@code results.ndjson}, in the form of the answers.
 */
public final class DecisionRun {

  /** The rule for scenarios from outside, which carry their expectations with them. */
  private static final String VECTORS = "DECISIONS-15";

  private static final String EXPECTED = "results.ndjson";

  private final RuleCatalog rules = RuleCatalog.ofDecisions();
  private final DecisionResults answers;
  private final List<Path> vectors;
  private final Selection selection;
  private final Progress progress;
  private final Consumer<JsonNode> seen;

  /**
   * A run.
   *
   * @param vectors files of scenarios with expectations, one a line; gzip if their names end so
   * @param seen is told every scenario with its answer
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

  /** A scenario that was given to the subject, and what has to come of it. */
  private record Given(String rule, String name, JsonNode scenario, JsonNode expected) {}

  /** The scenarios of the suite as cases, for lists and filters. */
  public static List<Case> cases() {
    return BuiltInScenarios.all().stream()
        .map(each -> Case.named(Json.tree(each.json()).path("name").asText()))
        .toList();
  }

  /** The rule a scenario of the suite tries. */
  public static String ruleOf(Case scenario) {
    return scenario.name().substring(0, scenario.name().indexOf(' '));
  }

  /**
   * Runs everything.
   *
   * @throws TestClusterException if a file cannot be used, or the subject does not begin or answers
   *     too little
   */
  public Results run() throws TestClusterException, IOException, InterruptedException {
    for (Path file : vectors) {
      checkReadable(file);
    }
    List<CaseResult> results = new ArrayList<>();
    try (Stream<Given> all = scenarios()) {
      ConcurrentLinkedQueue<Given> pending = new ConcurrentLinkedQueue<>();
      Iterator<String> lines =
          all.map(
                  each -> {
                    pending.add(each);
                    return Json.text(each.scenario());
                  })
              .iterator();
      progress.begins(Math.toIntExact(count()));
      progress.does("asking for decisions");
      answers.answer(
          lines,
          answer -> {
            Given given = pending.poll();
            if (given == null) {
              throw new IllegalStateException("the subject has answered what it was not asked");
            }
            results.add(judged(given, answer));
          });
      if (!pending.isEmpty() || lines.hasNext()) {
        throw new TestClusterException(
            "the subject has answered %d scenarios and then no more".formatted(results.size()));
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
      throw new TestClusterException("--vectors: there is no file " + file, none);
    } catch (IOException unreadable) {
      throw new TestClusterException(
          "--vectors: %s cannot be read: %s".formatted(file, unreadable.getMessage()), unreadable);
    }
  }

  private long count() {
    try (Stream<Given> all = scenarios()) {
      return all.count();
    }
  }

  private Stream<Given> scenarios() {
    return Stream.concat(own(), vectors.stream().flatMap(DecisionRun::from))
        .filter(each -> selection.includes(rules.get(each.rule()), Set.of(each.name())));
  }

  private Stream<Given> own() {
    Map<String, JsonNode> expected = expected();
    return BuiltInScenarios.all().stream()
        .map(each -> Json.tree(each.json()))
        .map(
            scenario -> {
              String name = scenario.path("name").asText();
              return new Given(
                  ruleOf(Case.named(name)),
                  name,
                  scenario,
                  expected.getOrDefault(name, MissingNode.getInstance()));
            });
  }

  private static Map<String, JsonNode> expected() {
    InputStream resource = DecisionRun.class.getResourceAsStream(EXPECTED);
    try (Stream<String> lines =
        lines(Objects.requireNonNull(resource, "the results are not packed with the suite"))) {
      return lines
          .map(Json::tree)
          .collect(
              Collectors.toMap(
                  each -> each.path("name").asText(), each -> each.path("steps"), (a, b) -> b));
    }
  }

  private static Stream<Given> from(Path file) {
    try {
      return lines(open(file))
          .filter(line -> !line.isBlank())
          .map(Json::tree)
          .map(
              scenario ->
                  new Given(
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

  private CaseResult judged(Given given, String answer) {
    JsonNode observed = parsed(answer);
    ObjectNode line = Json.mapper().createObjectNode();
    line.set("scenario", given.scenario());
    line.set("expected", given.expected());
    line.set("observed", observed);
    seen.accept(line);
    Finding finding = finding(given, observed, answer);
    CaseResult result =
        new CaseResult(
            Case.named(given.name()),
            finding.verdict(),
            "",
            List.of(finding),
            new Transcript(given.name(), List.of()));
    progress.ended(result);
    return result;
  }

  private static JsonNode parsed(String answer) {
    try {
      return Json.tree(answer);
    } catch (JsonFormatException noJson) {
      return MissingNode.getInstance();
    }
  }

  private static Finding finding(Given given, JsonNode observed, String answer) {
    if (!observed.path("steps").isArray()) {
      return failed(
          given,
          0,
          "a line with the results of each step",
          answer.length() > 300 ? answer.substring(0, 300) + "…" : answer);
    }
    if (given.expected().isEmpty()) {
      return failed(given, 0, "expectations that come with the scenario", "none");
    }
    JsonNode steps = observed.path("steps");
    for (int step = 0; step < given.expected().size(); step++) {
      JsonNode results = given.expected().get(step).path("results");
      Optional<Difference> difference =
          results.isMissingNode()
              ? Optional.empty()
              : Difference.between(results, steps.path(step).path("results"));
      if (difference.isPresent()) {
        Difference found = difference.get();
        return failed(
            given,
            step,
            "results%s %s".formatted(found.path(), Difference.shown(found.expected())),
            Difference.shown(found.observed()));
      }
    }
    return new Finding(
        given.rule(), given.name(), 0, Verdict.PASSED, "the results kept with the suite", "");
  }

  private static Finding failed(Given given, int step, String expected, String observed) {
    return new Finding(given.rule(), given.name(), step, Verdict.FAILED, expected, observed);
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
        .map(rule -> judged(rule, findings.getOrDefault(rule.id(), List.of())))
        .toList();
  }

  private static RuleResult judged(Rule rule, List<Finding> findings) {
    if (findings.isEmpty()) {
      return new RuleResult(
          rule,
          Verdict.SKIPPED,
          rule.id().equals(VECTORS) ? "no --vectors are given" : "no scenario of this run tries it",
          List.of());
    }
    boolean failed = findings.stream().anyMatch(each -> each.verdict() == Verdict.FAILED);
    return new RuleResult(rule, failed ? Verdict.FAILED : Verdict.PASSED, "", findings);
  }
}
