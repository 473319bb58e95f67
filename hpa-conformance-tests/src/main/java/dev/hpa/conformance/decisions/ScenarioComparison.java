package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.conformance.run.Finding;
import dev.hpa.conformance.run.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the results of a subject with the recorded ones. The first difference in a required part
 * fails the rule of its reconcile; later steps are not compared, because they depend on it. The
 * first other difference fails {@link #WORDING}.
 */
final class ScenarioComparison {

  /** The rule for reasons, events and messages that are optional. */
  static final String WORDING = "WORDING-1";

  private static final String RESULTS = "results";

  private final RecordedScenario scenario;
  private final RequiredParts expected = new RequiredParts();
  private final RequiredParts observed = new RequiredParts();
  private final Set<String> reached = new LinkedHashSet<>();

  private ScenarioComparison(RecordedScenario scenario) {
    this.scenario = scenario;
  }

  /**
   * Returns the findings of a scenario.
   *
   * @param answer the result of the subject, {@code {"steps": […]}}
   * @param text the same as text
   */
  static List<Finding> of(RecordedScenario scenario, JsonNode answer, String text) {
    return new ScenarioComparison(scenario).findings(answer, text);
  }

  private List<Finding> findings(JsonNode answer, String text) {
    if (!answer.path("steps").isArray()) {
      String shown = text.length() > 300 ? text.substring(0, 300) + "…" : text;
      return scenario.tests().stream()
          .sorted()
          .map(rule -> failed(rule, 0, "a JSON object with the results of each step", shown))
          .toList();
    }
    Optional<Finding> difference = Optional.empty();
    Optional<Finding> wording = Optional.empty();
    for (int step = 0; step < scenario.expected().size() && difference.isEmpty(); step++) {
      JsonNode recorded = scenario.expected().get(step);
      JsonNode results = answer.path("steps").path(step).path(RESULTS);
      difference = required(step, recorded, results);
      if (wording.isEmpty() && difference.isEmpty()) {
        wording = wording(step, recorded, results);
      }
    }
    List<Finding> findings = new ArrayList<>();
    difference.ifPresent(found -> reached.remove(found.rule()));
    reached.forEach(rule -> findings.add(passed(rule)));
    difference.ifPresent(findings::add);
    findings.add(wording.orElseGet(() -> passed(WORDING)));
    return findings;
  }

  private Optional<Finding> required(int step, JsonNode recorded, JsonNode results) {
    JsonNode must = expected.of(recorded);
    JsonNode does = observed.of(results);
    List<String> rules = scenario.rules().get(step);
    for (int number = 0; number < Math.max(must.size(), does.size()); number++) {
      String rule = rules.get(Math.min(number, rules.size() - 1));
      reached.add(rule);
      Optional<Difference> found = Difference.between(must.path(number), does.path(number));
      if (found.isPresent()) {
        return Optional.of(failed(rule, step, number, found.get()));
      }
    }
    return Optional.empty();
  }

  private Optional<Finding> wording(int step, JsonNode recorded, JsonNode results) {
    return Difference.between(
            RequiredParts.withoutErrors(recorded), RequiredParts.withoutErrors(results))
        .map(
            found ->
                failed(
                    WORDING,
                    step,
                    RESULTS + found.path() + " " + Difference.shown(found.expected()),
                    Difference.shown(found.observed())));
  }

  private Finding failed(String rule, int step, int number, Difference found) {
    return failed(
        rule,
        step,
        "%s/%d%s %s".formatted(RESULTS, number, found.path(), Difference.shown(found.expected())),
        Difference.shown(found.observed()));
  }

  private Finding failed(String rule, int step, String must, String does) {
    return new Finding(rule, scenario.name(), step + 1, Verdict.FAILED, must, does);
  }

  private Finding passed(String rule) {
    return new Finding(rule, scenario.name(), 1, Verdict.PASSED, "the recorded results", "");
  }
}
