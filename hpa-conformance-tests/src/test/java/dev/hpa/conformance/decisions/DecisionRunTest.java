package dev.hpa.conformance.decisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Progress;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Subjects that return the recorded results, some of them changed: exactly those must fail. */
class DecisionRunTest {

  private static final Progress SILENT =
      new Progress() {
        @Override
        public void started(int cases) {}

        @Override
        public void phase(String description) {}

        @Override
        public void caseStarted(String name) {}

        @Override
        public void caseFinished(CaseResult result) {}
      };

  private static final Map<String, JsonNode> RESULTS = results();

  @TempDir private Path folder = Path.of("unset");

  private static Map<String, JsonNode> results() {
    try (var in = Objects.requireNonNull(DecisionRun.class.getResourceAsStream("results.ndjson"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Json::tree)
          .collect(Collectors.toMap(each -> each.path("name").asText(), each -> each));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Results run(DecisionSubject subject, Selection selection, List<Path> vectors)
      throws TestClusterException, IOException, InterruptedException {
    return new DecisionRun(DecisionResults.of(subject), vectors, selection, SILENT, line -> {})
        .run();
  }

  private static JsonNode recorded(String scenario) {
    return RESULTS.getOrDefault(Json.tree(scenario).path("name").asText(), Json.tree("{}"));
  }

  private static Set<String> failedRules(Results results) {
    return results.rules().stream()
        .filter(RuleResult::hasFailed)
        .map(each -> each.rule().id())
        .collect(Collectors.toSet());
  }

  @Test
  void everyScenarioHasResultsAndEveryRuleScenarios() {
    Set<String> names = DecisionRun.cases().stream().map(Case::name).collect(Collectors.toSet());
    assertEquals(RESULTS.keySet(), names);
    Set<String> testCase =
        DecisionRun.cases().stream().map(DecisionRun::ruleOf).collect(Collectors.toSet());
    testCase.add("DECISIONS-15");
    assertEquals(
        RuleCatalog.ofDecisions().all().stream().map(Rule::id).collect(Collectors.toSet()),
        testCase);
  }

  @Test
  void recordedResultsAreConformant() throws Exception {
    Results results = run(line -> Json.text(recorded(line)), Selection.ALL, List.of());
    assertTrue(results.conformant());
    assertEquals(Set.of(), failedRules(results));
  }

  static List<String> rules() {
    return DecisionRun.cases().stream().map(DecisionRun::ruleOf).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void oneChangedResultFailsOnlyItsRule(String rule) throws Exception {
    DecisionSubject changed =
        line -> {
          JsonNode answer = recorded(line).deepCopy();
          if (answer.path("name").asText().startsWith(rule + " ")) {
            ((ObjectNode) answer.at("/steps/0/results/0")).set("scale", IntNode.valueOf(77));
          }
          return Json.text(answer);
        };
    Results results = run(changed, Selection.ALL, List.of());
    assertEquals(Set.of(rule), failedRules(results));
    assertFalse(results.conformant());
  }

  @Test
  void malformedResultFails() throws Exception {
    Selection one = new Selection(Set.of("DECISIONS-3"), Set.of());
    Results results = run(line -> "not JSON", one, List.of());
    assertEquals(Set.of("DECISIONS-3"), failedRules(results));
    assertEquals("not JSON", results.rules().getFirst().findings().getFirst().observed());
  }

  @Test
  void missingResultsAreAnError() {
    DecisionResults silent = (scenarios, answers) -> {};
    assertThrows(
        TestClusterException.class,
        () -> new DecisionRun(silent, List.of(), Selection.ALL, SILENT, line -> {}).run());
  }

  @Test
  void vectorsAreComparedWithTheirExpectedResults() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("more.ndjson"),
            """
            {"name":"right","steps":[{"at":"0s","expect":[{"hpa":"a/b","scale":3}]}]}
            {"name":"wrong","steps":[{"at":"0s","expect":[{"hpa":"a/b","scale":4}]}]}
            """);
    Selection vectors = new Selection(Set.of("DECISIONS-15"), Set.of());
    Results results =
        run(
            line -> "{\"steps\":[{\"results\":[{\"hpa\":\"a/b\",\"scale\":3}]}]}",
            vectors,
            List.of(file));
    assertEquals(
        List.of("results/0/scale 4"),
        results.rules().getFirst().findings().stream()
            .filter(each -> !each.observed().isEmpty())
            .map(each -> each.expected())
            .toList());
  }
}
