package dev.hpa.conformance.decisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Progress;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import dev.hpa.conformance.run.Verdict;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

  private static final Map<RuleSet, Map<String, JsonNode>> RECORDED = new EnumMap<>(RuleSet.class);

  @TempDir private Path folder = Path.of("unset");

  @BeforeAll
  static void read() {
    Vectors vectors = Vectors.bundled();
    for (RuleSet set : RuleSet.values()) {
      Map<String, JsonNode> recorded = new HashMap<>();
      for (String file : vectors.files(set.decisions())) {
        try (Stream<String> lines = vectors.lines(file)) {
          lines
              .map(Json::tree)
              .forEach(scenario -> recorded.put(scenario.path("name").asText(), results(scenario)));
        }
      }
      RECORDED.put(set, recorded);
    }
  }

  private static Map<String, JsonNode> recorded(RuleSet set) {
    return RECORDED.getOrDefault(set, Map.of());
  }

  /** The recorded results in the form of a subject. */
  private static JsonNode results(JsonNode scenario) {
    ObjectNode answer = Json.mapper().createObjectNode();
    ArrayNode steps = answer.putArray("steps");
    scenario.path("steps").forEach(step -> steps.addObject().set("results", step.path("expect")));
    return answer;
  }

  private static Results run(DecisionSubject subject, Selection selection, List<Path> vectors)
      throws TestClusterException, IOException, InterruptedException {
    return run(RuleSet.DEFAULT, subject, selection, vectors);
  }

  private static Results run(
      RuleSet set, DecisionSubject subject, Selection selection, List<Path> vectors)
      throws TestClusterException, IOException, InterruptedException {
    return new DecisionRun(set, DecisionResults.of(subject), vectors, selection, SILENT, line -> {})
        .run();
  }

  /** The results of the release that the scenario names. */
  private static JsonNode recorded(String scenario) {
    JsonNode given = Json.tree(scenario);
    return recorded(
            RuleSet.named("v" + given.at("/settings/kubernetesVersion").asText()).orElseThrow())
        .getOrDefault(given.path("name").asText(), Json.tree("{}"));
  }

  private static Set<String> failedRules(Results results) {
    return results.rules().stream()
        .filter(RuleResult::hasFailed)
        .map(each -> each.rule().id())
        .collect(Collectors.toSet());
  }

  @Test
  void everyBasicScenarioTestsOneRuleAndEveryRuleHasScenarios() {
    Set<String> names = new TreeSet<>();
    try (Stream<String> lines = Vectors.bundled().lines("decisions/basics.ndjson")) {
      lines.forEach(line -> names.add(Json.tree(line).path("name").asText()));
    }
    assertEquals(names, new TreeSet<>(ScenarioRules.ofBasicScenarios().keySet()));
    Set<String> rules = new TreeSet<>(ScenarioRules.ofBasicScenarios().values());
    rules.add(ScenarioComparison.WORDING);
    assertEquals(
        RuleCatalog.ofDecisions(RuleSet.DEFAULT).all().stream()
            .map(Rule::id)
            .collect(Collectors.toCollection(TreeSet::new)),
        rules);
  }

  @ParameterizedTest
  @EnumSource
  void recordedResultsOfEachReleaseAreConformant(RuleSet set) throws Exception {
    Results results = run(set, line -> Json.text(recorded(line)), Selection.ALL, List.of());
    assertTrue(results.conformant());
    assertEquals(Set.of(), failedRules(results));
    assertEquals(recorded(set).size(), results.cases().size());
  }

  @Test
  void aScenarioThatFailsBeforeItsRuleIsReachedIsNotTested() throws Exception {
    Results results =
        run(line -> "{\"steps\": []}", new Selection(Set.of("DECISIONS-1"), Set.of()), List.of());
    Set<Verdict> verdicts =
        results.cases().stream().map(CaseResult::verdict).collect(Collectors.toSet());
    assertEquals(Set.of(Verdict.FAILED, Verdict.NOT_TESTED), verdicts);
    assertEquals(Set.of("DECISIONS-1"), failedRules(results));
  }

  /** Scenarios in files that name no release are those of the selected one. */
  @ParameterizedTest
  @EnumSource
  void scenariosNameTheirRelease(RuleSet set) throws Exception {
    Path file =
        Files.writeString(folder.resolve("more.ndjson"), "{\"name\":\"more\",\"steps\":[]}\n");
    Selection both = new Selection(Set.of("ratio-doubles", "more"), Set.of());
    List<String> releases = new ArrayList<>();
    run(
        set,
        line -> {
          releases.add("v" + Json.tree(line).at("/settings/kubernetesVersion").asText());
          return Json.text(recorded(line));
        },
        both,
        List.of(file));
    assertEquals(Set.of(set.toString()), Set.copyOf(releases));
  }

  @Test
  void subjectsGetNoExpectations() throws Exception {
    Selection one = new Selection(Set.of("ratio-doubles"), Set.of());
    List<String> inputs = new ArrayList<>();
    run(
        line -> {
          inputs.add(line);
          return Json.text(recorded(line));
        },
        one,
        List.of());
    assertEquals(1, inputs.size());
    assertFalse(inputs.getFirst().contains("expect"), inputs.getFirst());
  }

  static Set<String> rules() {
    return new TreeSet<>(ScenarioRules.ofBasicScenarios().values());
  }

  /** The other scenarios have their recorded results, which are conformant. */
  @ParameterizedTest
  @MethodSource("rules")
  void oneChangedResultFailsOnlyItsRule(String rule) throws Exception {
    DecisionSubject changed =
        line -> {
          JsonNode answer = recorded(line).deepCopy();
          String name = Json.tree(line).path("name").asText();
          if (rule.equals(ScenarioRules.ofBasicScenarios().get(name))) {
            ((ObjectNode) answer.at("/steps/0/results/0")).set("scale", IntNode.valueOf(77));
          }
          return Json.text(answer);
        };
    Selection basic = new Selection(ScenarioRules.ofBasicScenarios().keySet(), Set.of());
    Results results = run(changed, basic, List.of());
    assertEquals(Set.of(rule), failedRules(results));
    assertFalse(results.conformant());
  }

  /** What is optional for controllers is optional for decisions. */
  @Test
  void otherWordsStayConformant() throws Exception {
    DecisionSubject worded =
        line -> {
          JsonNode answer = recorded(line).deepCopy();
          for (JsonNode step : answer.path("steps")) {
            for (JsonNode result : step.path("results")) {
              rename(result.path("events"));
              rename(result.at("/status/conditions"));
              ((ObjectNode) result).put("error", "another error");
            }
          }
          return Json.text(answer);
        };
    Results results = run(worded, Selection.ALL, List.of());
    assertEquals(Set.of("WORDING-1"), failedRules(results));
    assertTrue(results.conformant());
  }

  private static void rename(JsonNode list) {
    for (JsonNode each : list) {
      ObjectNode fields = (ObjectNode) each;
      fields.put("message", "another message");
      if (fields.path("type").asText().equals("AbleToScale")
          && fields.path("status").asText().equals("True")) {
        fields.put("reason", "AnotherReason");
      }
    }
  }

  @Test
  void differenceEndsTheComparisonOfATimeline() throws Exception {
    String timeline =
        recorded(RuleSet.DEFAULT).entrySet().stream()
            .filter(each -> each.getKey().startsWith("random"))
            .filter(each -> each.getValue().path("steps").size() > 3)
            .map(Map.Entry::getKey)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    DecisionSubject changed =
        line -> {
          JsonNode answer = recorded(line).deepCopy();
          for (JsonNode step : answer.path("steps")) {
            for (JsonNode result : step.path("results")) {
              ((ObjectNode) result).put("scale", 77);
            }
          }
          return Json.text(answer);
        };
    Results results = run(changed, new Selection(Set.of(timeline), Set.of()), List.of());
    assertEquals(1, failedRules(results).size());
    assertEquals(timeline, results.cases().getFirst().name());
  }

  @Test
  void malformedResultFails() throws Exception {
    Selection one = new Selection(Set.of("pods-metric"), Set.of());
    Results results = run(line -> "not JSON", one, List.of());
    assertEquals(Set.of("DECISIONS-3"), failedRules(results));
    assertEquals("not JSON", results.rules().getFirst().findings().getFirst().observed());
  }

  @Test
  void missingResultsAreAnError() {
    DecisionResults silent = (scenarios, answers) -> {};
    assertThrows(
        TestClusterException.class,
        () ->
            new DecisionRun(RuleSet.DEFAULT, silent, List.of(), Selection.ALL, SILENT, line -> {})
                .run());
  }

  @Test
  void filesAreComparedWithTheirExpectedResults() throws Exception {
    String scenario =
        "{'name':'%s','steps':[{'at':'0s','apply':[{'kind':'HorizontalPodAutoscaler','metadata':"
            + "{'name':'b','namespace':'a'},'spec':{'metrics':[{'type':'Pods'}]}}],"
            + "'expect':[{'hpa':'a/b','scale':%d}]}]}\n";
    Path file =
        Files.writeString(
            folder.resolve("more.ndjson"),
            (scenario.formatted("right", 3) + scenario.formatted("wrong", 4)).replace('\'', '"'));
    Results results =
        run(
            line -> "{\"steps\":[{\"results\":[{\"hpa\":\"a/b\",\"scale\":3}]}]}",
            new Selection(Set.of("right", "wrong"), Set.of()),
            List.of(file));
    assertEquals(Set.of("DECISIONS-3"), failedRules(results));
    assertEquals(
        List.of("results/0/scale 4"),
        results.rules().getFirst().findings().stream()
            .filter(each -> !each.observed().isEmpty())
            .map(each -> each.expected())
            .toList());
  }
}
