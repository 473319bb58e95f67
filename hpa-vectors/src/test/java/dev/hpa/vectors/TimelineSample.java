package dev.hpa.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Selects recorded timelines. A feature of a timeline is something in its input (a setting, a
 * fault, a kind of metric, a field of the behavior) or in its results (a condition, an event). The
 * sample contains every pair of an input and a result that the full set contains, in the shortest
 * timelines that have it.
 */
final class TimelineSample {

  private static final ObjectMapper JSON = new ObjectMapper();

  private TimelineSample() {}

  private record Candidate(String name, String line, Set<String> pairs) {}

  /** Returns the lines of the sample, from the shortest to the longest. */
  static List<String> of(List<String> lines) {
    List<Candidate> candidates = new ArrayList<>();
    for (String line : lines) {
      JsonNode timeline = tree(line);
      candidates.add(new Candidate(timeline.path("name").asText(), line, pairs(timeline)));
    }
    candidates.sort(
        Comparator.<Candidate>comparingInt(each -> each.line().length())
            .thenComparing(Candidate::name));
    Set<String> covered = new HashSet<>();
    List<String> sample = new ArrayList<>();
    for (Candidate each : candidates) {
      if (covered.addAll(each.pairs())) {
        sample.add(each.line());
      }
    }
    return sample;
  }

  private static JsonNode tree(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Returns the pairs of an input and a result of a timeline. */
  static Set<String> pairs(String line) {
    return pairs(tree(line));
  }

  private static Set<String> pairs(JsonNode timeline) {
    Set<String> inputs = new TreeSet<>();
    Set<String> results = new TreeSet<>();
    timeline.path("settings").fieldNames().forEachRemaining(each -> inputs.add("setting " + each));
    timeline
        .at("/settings/featureGates")
        .properties()
        .forEach(gate -> inputs.add("gate " + gate.getKey() + " " + gate.getValue()));
    for (JsonNode step : timeline.path("steps")) {
      step.path("faults").forEach(each -> inputs.add(text("fault", each, "api", "code")));
      step.path("apply").forEach(each -> addSpec(each, inputs));
      step.path("expect").forEach(each -> addResult(each, results));
    }
    Set<String> pairs = new HashSet<>();
    inputs.forEach(input -> results.forEach(result -> pairs.add(input + " + " + result)));
    return pairs;
  }

  private static void addSpec(JsonNode object, Set<String> inputs) {
    for (JsonNode metric : object.at("/spec/metrics")) {
      inputs.add(
          "metric "
              + metric.path("type").asText()
              + " "
              + metric.findPath("target").path("type").asText());
    }
    object
        .at("/spec/behavior")
        .properties()
        .forEach(
            rules -> {
              String direction = rules.getKey() + " ";
              rules.getValue().fieldNames().forEachRemaining(each -> inputs.add(direction + each));
              inputs.add(direction + rules.getValue().path("selectPolicy").asText());
              rules
                  .getValue()
                  .path("policies")
                  .forEach(policy -> inputs.add(direction + policy.path("type").asText()));
            });
  }

  private static void addResult(JsonNode result, Set<String> results) {
    result.path("events").forEach(each -> results.add(text("event", each, "reason")));
    result
        .at("/status/conditions")
        .forEach(each -> results.add(text("condition", each, "type", "status", "reason")));
  }

  private static String text(String what, JsonNode node, String... fields) {
    StringBuilder text = new StringBuilder(what);
    for (String field : fields) {
      text.append(' ').append(node.path(field).asText());
    }
    return text.toString();
  }
}
