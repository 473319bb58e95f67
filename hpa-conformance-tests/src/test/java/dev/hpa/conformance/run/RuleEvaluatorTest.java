package dev.hpa.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Evaluates the recorded transcripts of kube-controller-manager v1.36.2 and v1.37.2, which pass all
 * rules, and copies of them that violate one expectation: exactly its rule must fail, and the
 * finding must contain what was observed.
 */
class RuleEvaluatorTest {

  private static final Map<String, Transcript> TRANSCRIPTS = new HashMap<>();
  private static final RuleEvaluator EVALUATOR = new RuleEvaluator(RuleCatalog.ofAllSets());

  @BeforeAll
  static void read() throws IOException {
    read("transcripts.ndjson.gz");
    read("transcripts-v1.37.ndjson.gz");
  }

  private static void read(String resource) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(RuleEvaluatorTest.class.getResourceAsStream(resource))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Transcript transcript = Json.mapper().readValue(line, Transcript.class);
        TRANSCRIPTS.put(transcript.name(), transcript);
      }
    }
  }

  private static Transcript transcript(Case testCase) {
    Transcript seen = TRANSCRIPTS.get(testCase.name());
    assertNotNull(seen, testCase.name() + ": no transcript; record it again");
    return seen;
  }

  private static Set<String> failed(Case testCase, Transcript seen) {
    return EVALUATOR.evaluate(testCase, seen).stream()
        .filter(each -> each.verdict() == Verdict.FAILED)
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @TestFactory
  List<DynamicTest> recordedTranscriptsPass() {
    return Cases.all(Settings.DEFAULT).stream()
        .map(
            testCase ->
                DynamicTest.dynamicTest(
                    testCase.name(),
                    () -> {
                      List<Finding> others =
                          EVALUATOR.evaluate(testCase, transcript(testCase)).stream()
                              .filter(each -> each.verdict() != Verdict.PASSED)
                              .toList();
                      assertEquals(List.of(), others);
                    }))
        .toList();
  }

  @TestFactory
  List<DynamicContainer> oneViolationFailsOnlyItsRule() {
    return Cases.all(Settings.DEFAULT).stream()
        .map(testCase -> DynamicContainer.dynamicContainer(testCase.name(), violations(testCase)))
        .toList();
  }

  private static Collection<DynamicTest> violations(Case testCase) {
    return IntStream.range(0, testCase.steps().size())
        .boxed()
        .flatMap(
            number ->
                testCase.steps().get(number).expectations().stream()
                    .map(each -> violations(testCase, number, each)))
        .toList();
  }

  private static DynamicTest violations(Case testCase, int number, Expectation each) {
    return DynamicTest.dynamicTest(
        each.rule() + " " + each.text(),
        () -> {
          Transcript changed = new TranscriptMutator(transcript(testCase), number).violate(each);

          assertEquals(Set.of(each.rule()), failed(testCase, changed));
          Finding finding =
              EVALUATOR.evaluate(testCase, changed).stream()
                  .filter(one -> one.verdict() == Verdict.FAILED)
                  .findFirst()
                  .orElseThrow();
          assertFalse(finding.observed().isBlank(), finding::toString);
        });
  }

  /** Other messages, and other reasons of conditions that no required rule mentions. */
  @Test
  void controllerWithOtherWordsIsConformant() {
    List<CaseResult> results =
        Cases.all(Settings.DEFAULT).stream()
            .map(
                testCase -> {
                  Transcript seen = transcript(testCase).map(TranscriptMutator::inOtherWords);
                  return new CaseResult(
                      testCase, Verdict.PASSED, "", EVALUATOR.evaluate(testCase, seen), seen);
                })
            .toList();
    List<RuleResult> rules =
        new RuleVerdicts(RuleCatalog.ofAllSets(), Set.of(), Set.of()).of(Selection.ALL, results);
    assertEquals(
        Set.of(),
        rules.stream()
            .filter(each -> each.verdict() != Verdict.PASSED && each.rule().untested() == null)
            .filter(each -> each.rule().level() == Level.REQUIRED)
            .map(RuleResult::rule)
            .collect(Collectors.toSet()));
    assertEquals(
        Verdict.FAILED,
        rules.stream()
            .filter(each -> each.rule().id().equals("CONDITIONS-3"))
            .findFirst()
            .orElseThrow()
            .verdict());
  }

  /** The first read is late, and so are those of later syncs. */
  @Test
  void newHpaIsReadBeforeASyncPeriodOfASlowMachine() {
    Case created =
        Cases.all(Settings.DEFAULT).stream()
            .filter(each -> each.name().equals("sync-created-at-once"))
            .findFirst()
            .orElseThrow();
    Transcript late =
        transcript(created)
            .map(each -> each instanceof Observation.Step ? each : each.at(each.at() + 1500));
    Observation read = late.all(Observation.Request.class).findFirst().orElseThrow();

    assertEquals(Set.of(), failed(created, late.with(read.at(read.at() + 1700))));
    assertEquals(Set.of("SYNC-9"), failed(created, late.with(read.at(read.at() + 1100))));
    assertEquals(Set.of("SYNC-9"), failed(created, late));
  }

  @Test
  void stepsAfterAFailureAreNotReached() {
    Case testCase =
        Cases.all(Settings.DEFAULT).stream()
            .filter(each -> each.steps().size() > 1)
            .findFirst()
            .orElseThrow();
    Step second = testCase.steps().get(1);
    Transcript firstStep = transcript(testCase).step(0);

    List<Verdict> verdicts =
        EVALUATOR.evaluate(testCase, firstStep).stream()
            .filter(each -> each.step() == 2)
            .map(Finding::verdict)
            .distinct()
            .toList();

    assertEquals(
        second.expectations().isEmpty() ? List.of() : List.of(Verdict.NOT_TESTED), verdicts);
  }
}
