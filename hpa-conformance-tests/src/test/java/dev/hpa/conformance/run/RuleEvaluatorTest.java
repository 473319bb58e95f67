package dev.hpa.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.transcript.Expectation;
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
 * Judges what was seen of kube-controller-manager v1.36.2, which passes everything, and what would
 * have been seen of it if it broke one expectation: then the rule of that one fails, no other, and
 * says what was seen instead.
 */
class RuleEvaluatorTest {

  private static final Map<String, Transcript> SEEN = new HashMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(
                        RuleEvaluatorTest.class.getResourceAsStream("transcripts.ndjson.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Transcript transcript = Json.mapper().readValue(line, Transcript.class);
        SEEN.put(transcript.name(), transcript);
      }
    }
  }

  private static Transcript seen(Case tried) {
    Transcript seen = SEEN.get(tried.name());
    assertNotNull(seen, tried.name() + ": nothing was seen of it; record it anew");
    return seen;
  }

  private static Set<String> failed(Case tried, Transcript seen) {
    return RuleEvaluator.judge(tried, seen).stream()
        .filter(each -> each.verdict() != Verdict.PASSED)
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @TestFactory
  List<DynamicTest> whoDoesAllOfItPasses() {
    return Cases.all(Settings.USUAL).stream()
        .map(
            tried ->
                DynamicTest.dynamicTest(
                    tried.name(), () -> assertEquals(Set.of(), failed(tried, seen(tried)))))
        .toList();
  }

  @TestFactory
  List<DynamicContainer> whoBreaksOneExpectationFailsItsRuleAlone() {
    return Cases.all(Settings.USUAL).stream()
        .map(tried -> DynamicContainer.dynamicContainer(tried.name(), broken(tried)))
        .toList();
  }

  private static Collection<DynamicTest> broken(Case tried) {
    return IntStream.range(0, tried.steps().size())
        .boxed()
        .flatMap(
            number ->
                tried.steps().get(number).expectations().stream()
                    .map(each -> broken(tried, number, each)))
        .toList();
  }

  private static DynamicTest broken(Case tried, int number, Expectation each) {
    return DynamicTest.dynamicTest(
        each.rule() + " " + each.text(),
        () -> {
          Transcript broken = new Breaker(seen(tried), number).broken(each);

          assertEquals(Set.of(each.rule()), failed(tried, broken));
          Finding finding =
              RuleEvaluator.judge(tried, broken).stream()
                  .filter(one -> one.verdict() == Verdict.FAILED)
                  .findFirst()
                  .orElseThrow();
          assertFalse(finding.observed().isBlank(), finding::toString);
        });
  }

  @Test
  void whatACaseDidNotComeToIsNotHeldAgainstAnybody() {
    Case tried =
        Cases.all(Settings.USUAL).stream()
            .filter(each -> each.steps().size() > 1)
            .findFirst()
            .orElseThrow();
    Step second = tried.steps().get(1);
    Transcript cut = seen(tried).step(0);

    List<Verdict> verdicts =
        RuleEvaluator.judge(tried, cut).stream()
            .filter(each -> each.step() == 1)
            .map(Finding::verdict)
            .distinct()
            .toList();

    assertEquals(
        second.expectations().isEmpty() ? List.of() : List.of(Verdict.NOT_REACHED), verdicts);
  }
}
