package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.cli.output.YamlText;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.RunProfile;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.RuleCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code docs/conformance/cases.md}. */
final class CasesPage {

  private static final String HEAD =
      """
      # Cases

      After reading this page you know what the [suite](README.md) does in each case and what it expects, so that you can repeat a failed case by
      hand. `./hpa conformance --list -o json` prints the same as JSON. This page is generated.

      In each step the suite

      1. creates the objects and sets the metrics of the step,
      2. waits for the expectations of required [rules](rules.md), up to %1$d sync periods,
      3. waits for the expectations of other rules, up to %2$d more sync periods,
      4. waits for the syncs that the step names, and evaluates all expectations again.

      A failed required rule ends the case. A prohibition, such as *no write*, counts as tested only if the controller sent a request, emitted an
      event or updated a status in the step, or, where the step says so, read a metric.

      The sync period is 1 s by default. Each case has a separate namespace. The target is a custom resource without a controller, and pods are
      objects whose status the suite writes; `now-1h` is 1 h before the pod is created. `*` matches any text.

      """;

  private CasesPage() {}

  static String made() {
    StringBuilder page =
        new StringBuilder(HEAD.formatted(Step.TIMEOUT_PERIODS, Step.OPTIONAL_PERIODS));
    CaseDescription description = new CaseDescription(RuleCatalog.ofAllSets());
    for (Case each : Cases.all(Settings.DEFAULT)) {
      testCase(page, each, description.json(each));
    }
    return page.toString().stripTrailing() + "\n";
  }

  private static void testCase(StringBuilder page, Case testCase, ObjectNode json) {
    page.append("## ").append(testCase.name()).append("\n\n");
    List<String> notes = new ArrayList<>();
    if (!testCase.needs().isEmpty()) {
      notes.add(
          "Needs "
              + testCase.needs().stream()
                  .sorted()
                  .map(Capability::toString)
                  .map(each -> "`" + each + "`")
                  .collect(Collectors.joining(", "))
              + ".");
    }
    if (testCase.profile() != RunProfile.DEFAULT) {
      notes.add(
          "Runs in the profile `%s` with `--feature-gates=%s`."
              .formatted(testCase.profile(), testCase.profile().featureGates()));
    }
    if (!notes.isEmpty()) {
      page.append(String.join(" ", notes)).append("\n\n");
    }
    int number = 1;
    for (JsonNode step : json.path("steps")) {
      step(page, number++, step, testCase.steps().size() > 1);
    }
  }

  private static void step(StringBuilder page, int number, JsonNode step, boolean several) {
    page.append(several ? "**Step %d: ".formatted(number) : "**Step: ")
        .append(step.path("name").asText())
        .append("**\n\n");
    actions(page, step.path("actions"));
    page.append("| rule | level | expected | when |\n|---|---|---|---|\n");
    for (JsonNode each : step.path("expectations")) {
      String rule = each.path("rule").asText();
      page.append(
          "| [%s](rules.md#%s) | %s | `%s` | %s |\n"
              .formatted(
                  rule,
                  rule.toLowerCase(Locale.ROOT),
                  each.path("level").asText(),
                  each.path("expected").asText().replace("|", "\\|"),
                  each.path("when").asText()));
    }
    page.append('\n');
    List<String> notes = new ArrayList<>();
    int hold = step.path("holdSyncs").asInt();
    if (hold > 0) {
      notes.add("Evaluated again after %d %s.".formatted(hold, hold == 1 ? "sync" : "syncs"));
    }
    String precondition = step.path("precondition").asText();
    if (!precondition.startsWith("a request, an event")) {
      notes.add("Precondition: %s.".formatted(precondition));
    }
    if (!notes.isEmpty()) {
      page.append(String.join(" ", notes)).append("\n\n");
    }
  }

  private static void actions(StringBuilder page, JsonNode actions) {
    List<String> manifests = new ArrayList<>();
    for (JsonNode action : actions) {
      page.append("- ").append(action.path("text").asText()).append('\n');
      manifests.addAll(manifests(action.path("manifests")));
    }
    page.append(actions.isEmpty() ? "" : "\n");
    if (!manifests.isEmpty()) {
      page.append("```yaml\n").append(String.join("---\n", manifests)).append("```\n\n");
    }
  }

  /** Objects that differ in their names only are shown once. */
  private static List<String> manifests(JsonNode objects) {
    Map<JsonNode, List<String>> equal = new LinkedHashMap<>();
    Map<JsonNode, JsonNode> first = new LinkedHashMap<>();
    for (JsonNode each : objects) {
      ObjectNode unnamed = each.deepCopy();
      ((ObjectNode) unnamed.path("metadata")).remove("name");
      equal
          .computeIfAbsent(unnamed, any -> new ArrayList<>())
          .add(each.at("/metadata/name").asText());
      first.putIfAbsent(unnamed, each);
    }
    return equal.entrySet().stream()
        .flatMap(
            each -> {
              String names =
                  each.getValue().size() == 1
                      ? ""
                      : "# also "
                          + each.getValue().stream().skip(1).collect(Collectors.joining(", "))
                          + "\n";
              return Stream.of(
                  names + YamlText.of(first.getOrDefault(each.getKey(), each.getKey())));
            })
        .toList();
  }
}
