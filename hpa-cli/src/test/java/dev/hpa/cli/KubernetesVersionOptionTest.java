package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as Kubernetes 1.36, and as 1.37, their default. */
class KubernetesVersionOptionTest {

  private static final String TO_ZERO =
      """
      {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler",\
      "metadata":{"name":"web","namespace":"shop","generation":4},\
      "spec":{"minReplicas":0,"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1",\
      "kind":"Deployment","name":"web"},"metrics":[{"type":"External","external":{"metric":\
      {"name":"q"},"target":{"type":"AverageValue","averageValue":"10"}}}]},\
      "status":{"currentReplicas":0,"desiredReplicas":0,"conditions":[{"type":"AbleToScale",\
      "status":"True","reason":"ReadyForNewScale","observedGeneration":4}]}}""";

  private static Program run(String input, String... args) {
    return Program.run(input, args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate", "simulate", "lint", "convert", "sandbox"})
  void anUnknownVersionIsRejected(String command) {
    List<String> args =
        new ArrayList<>(List.of(command, "--kubernetes-version", "1.39", "--filename=-"));
    switch (command) {
      case "convert" -> args.add("--to=autoscaling/v2");
      case "simulate" -> args.add("--load=/dev/null");
      default -> {}
    }
    Program program = run(TO_ZERO, args.toArray(String[]::new));
    assertEquals(
        "hpa: --kubernetes-version: \"1.39\" is not a supported Kubernetes version; use 1.36, 1.37 or 1.38",
        program.err().lines().findFirst().orElse(""));
    assertEquals(2, program.status());
  }

  @ParameterizedTest
  @CsvSource({
    "1.36,                              FieldValueInvalid",
    "1.36 HPAScaleToZero=true,          ''",
    "1.37,                              ''",
    "1.37 HPAScaleToZero=false,         FieldValueInvalid",
  })
  void lintHasTheDefaultsOfTheGates(String version, String reason) {
    String[] parts = version.split(" ");
    List<String> args =
        new ArrayList<>(List.of("lint", "-o", "ndjson", "--only=errors", "-f", "-"));
    args.addAll(List.of("--kubernetes-version", parts[0]));
    if (parts.length == 2) {
      args.addAll(List.of("--feature-gates", parts[1]));
    }
    Program program =
        run(TO_ZERO.replace(",\"observedGeneration\":4", ""), args.toArray(String[]::new));
    assertEquals(reason, Json.tree(program.out()).at("/errors/0/reason").asText(), program.out());
  }

  @Test
  void onlyTheNewerReleaseKnowsGenerationsOfConditions() {
    String[] lint = {
      "lint", "-o", "ndjson", "--only=errors", "--kubernetes-version=1.36", "-f", "-"
    };
    Program linted = run(TO_ZERO.replace("\"minReplicas\":0", "\"minReplicas\":1"), lint);
    assertTrue(
        linted.out().contains("unknown field \\\"status.conditions[0].observedGeneration\\\""),
        linted.out());
    assertFalse(observed("1.36", 1).isNumber(), "dropped, which is reported");
    assertEquals(4, observed("1.37", 0).asInt());
  }

  private static JsonNode observed(String version, int status) {
    Program program =
        run(TO_ZERO, "convert", "--to=autoscaling/v2", "--kubernetes-version", version, "-f", "-");
    assertEquals(status, program.status(), program.err());
    return Json.tree(program.out()).at("/status/conditions/0/observedGeneration");
  }

  @ParameterizedTest
  @CsvSource({"1.36,,false", "1.37,,true", "1.36,1.37,true", "1.37,1.36,false"})
  void scenariosHaveTheVersionOfTheirSettingsOrOfTheOption(
      String option, String setting, boolean generations) {
    String settings =
        setting == null ? "" : "\"settings\":{\"kubernetesVersion\":\"" + setting + "\"},";
    String scenario =
        "{\"name\":\"zero\",%s\"steps\":[{\"at\":\"0s\",\"apply\":[%s]}]}"
            .formatted(settings, TO_ZERO);
    Program program =
        run(scenario, "evaluate", "--kubernetes-version", option, "-o", "json", "-f", "-");
    assertEquals(generations, program.out().contains("observedGeneration\":4"), program.out());
  }

  @ParameterizedTest
  @CsvSource({
    "--rules=v1.36,STATUS-13,STATUS-16",
    "--rules=v1.37,STATUS-16,STATUS-13",
    "--parallel=1,STATUS-16,STATUS-13"
  })
  void conformanceListsTheRulesOfASet(String rules, String has, String lacks) {
    Program program = run("", "conformance", "--list", rules);
    assertTrue(program.out().contains(has), program.out());
    assertFalse(program.out().contains(lacks), program.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate", "simulate", "convert", "sandbox"})
  void theHelpNamesTheReleasesAndTheDefault(String command) {
    String help = run("", command, "--help").out().replaceAll("\\s+", " ");
    assertTrue(
        help.contains(
            "apply: 1.36, 1.37, 1.38 (default: 1.37). 1.38 is a preview of v1.38.0-beta.0."),
        help);
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain", "lint", "capture", "preflight", "dashboard"})
  void commandsBesideAServerHaveItsRelease(String command) {
    String help = run("", command, "--help").out().replaceAll("\\s+", " ");
    assertTrue(help.contains("1.36, 1.37, 1.38, auto"), help);
    assertTrue(help.contains("(default: auto)"), help);
  }

  @Test
  void anUnknownRuleSetIsRejected() {
    Program program = run("", "conformance", "--list", "--rules", "v1.39");
    assertEquals(
        "hpa: --rules: \"v1.39\" is not a rule set; use v1.36, v1.37 or v1.38",
        program.err().lines().findFirst().orElse(""));
    assertEquals(2, program.status());
  }
}
