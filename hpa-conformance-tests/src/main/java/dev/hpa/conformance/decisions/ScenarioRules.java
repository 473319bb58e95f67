package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rules that recorded scenarios test. A basic scenario tests one rule, which {@code
 * scenarios.txt} names. A reconcile of another scenario tests the rule for what Kubernetes reported
 * there: a failure, a target at 0, a stabilized recommendation, a limit, several metrics, or the
 * kind of the metric. A reconcile without a status, because nothing changed, tests the rule of the
 * one before.
 */
final class ScenarioRules {

  private static final String LIST = "scenarios.txt";
  private static final Map<String, String> BASIC = basic();

  private final Map<String, JsonNode> specs = new HashMap<>();
  private final Map<String, String> previous = new HashMap<>();

  private ScenarioRules() {}

  /** Returns the rule of each basic scenario, by name, in the order of the rules. */
  static Map<String, String> ofBasicScenarios() {
    return BASIC;
  }

  private static Map<String, String> basic() {
    Map<String, String> rules = new LinkedHashMap<>();
    try (InputStream in =
        Objects.requireNonNull(
            ScenarioRules.class.getResourceAsStream(LIST), LIST + " is not packaged")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .forEach(
              words -> {
                for (int i = 1; i < words.length; i++) {
                  rules.put(words[i], words[0]);
                }
              });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return rules;
  }

  /**
   * Returns the rule of each reconcile, by step.
   *
   * @param scenario with {@code expect} in its steps
   */
  static List<List<String>> of(JsonNode scenario) {
    String basic = BASIC.get(scenario.path("name").asText());
    ScenarioRules rules = new ScenarioRules();
    List<List<String>> steps = new ArrayList<>();
    for (JsonNode step : scenario.path("steps")) {
      step.path("apply").forEach(rules::remember);
      List<String> reconciles = new ArrayList<>();
      for (JsonNode result : step.path("expect")) {
        reconciles.add(basic != null ? basic : rules.of(result.path("hpa").asText(), result));
      }
      steps.add(reconciles);
    }
    return steps;
  }

  private void remember(JsonNode object) {
    if (object.path("kind").asText().equals("HorizontalPodAutoscaler")) {
      specs.put(
          object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText(),
          object.path("spec"));
    }
  }

  private String of(String hpa, JsonNode result) {
    JsonNode spec = specs.getOrDefault(hpa, MissingNode.getInstance());
    JsonNode conditions = result.at("/status/conditions");
    String rule =
        conditions.isEmpty()
            ? previous.getOrDefault(hpa, byMetric(spec))
            : byConditions(conditions, spec);
    previous.put(hpa, rule);
    return rule;
  }

  private static String byConditions(JsonNode conditions, JsonNode spec) {
    Map<String, String> reasons = new HashMap<>();
    boolean failed = false;
    for (JsonNode each : conditions) {
      String type = each.path("type").asText();
      reasons.put(type, each.path("reason").asText());
      failed |=
          each.path("status").asText().equals("False")
              && (type.equals("AbleToScale") || type.equals("ScalingActive"));
    }
    if (reasons.containsValue("ScalingDisabled") || reasons.containsValue("ScaledToZero")) {
      return "DECISIONS-14";
    }
    if (failed) {
      return "DECISIONS-13";
    }
    if (reasons.getOrDefault("AbleToScale", "").endsWith("Stabilized")) {
      return "DECISIONS-11";
    }
    return switch (reasons.getOrDefault("ScalingLimited", "")) {
      case "TooManyReplicas", "TooFewReplicas" -> "DECISIONS-9";
      case "ScaleUpLimit", "ScaleDownLimit" ->
          spec.has("behavior") ? "DECISIONS-12" : "DECISIONS-9";
      default -> byMetric(spec);
    };
  }

  private static String byMetric(JsonNode spec) {
    JsonNode metrics = spec.path("metrics");
    if (metrics.size() > 1) {
      return "DECISIONS-10";
    }
    JsonNode metric = metrics.path(0);
    return switch (metric.path("type").asText()) {
      case "Pods" -> "DECISIONS-3";
      case "Object" -> "DECISIONS-4";
      case "External" -> "DECISIONS-5";
      default ->
          metric.findPath("target").path("type").asText().equals("AverageValue")
              ? "DECISIONS-2"
              : "DECISIONS-1";
    };
  }
}
