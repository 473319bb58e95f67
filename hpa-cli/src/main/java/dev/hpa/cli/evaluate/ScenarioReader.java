package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads scenarios from JSON; errors name the path of the invalid field. */
public final class ScenarioReader {

  private static final Set<String> TOP = Set.of("name", "why", "settings", "kinds", "steps");
  private static final Set<String> STEP =
      Set.of("at", "delete", "apply", "faults", "history", "reconcile", "expect");
  private static final Set<String> KIND = Set.of("group", "kind", "resource");
  private static final Set<String> FAULT =
      Set.of("api", "metric", "code", "reason", "message", "skip", "times");

  private ScenarioReader() {}

  /** Reads a scenario for the default release, unless it names another one. */
  public static Scenario read(JsonNode node) throws ScenarioFormatException {
    return read(node, KubernetesVersion.DEFAULT);
  }

  /**
   * Reads a scenario.
   *
   * @param version the Kubernetes version, unless the scenario names another one
   */
  public static Scenario read(JsonNode node, KubernetesVersion version)
      throws ScenarioFormatException {
    FieldReader.requireObject(node, "a scenario");
    FieldReader.requireKnown(node, TOP, "");
    JsonNode steps = node.path("steps");
    if (!steps.isArray()) {
      throw new ScenarioFormatException("steps: a list is required");
    }
    List<Scenario.Step> list = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      list.add(step(steps.get(i), "steps[" + i + "]"));
    }
    return new Scenario(
        node.path("name").asText(""),
        ScenarioSettings.read(node.path("settings"), version),
        ScenarioOptions.read(node.path("settings").path("options")),
        kinds(node),
        list);
  }

  private static List<ScenarioKind> kinds(JsonNode node) throws ScenarioFormatException {
    List<ScenarioKind> kinds = new ArrayList<>();
    List<JsonNode> list = list(node, "kinds", "scenario");
    for (int i = 0; i < list.size(); i++) {
      JsonNode each = list.get(i);
      FieldReader.requireKnown(each, KIND, "kinds[" + i + "].");
      kinds.add(
          new ScenarioKind(
              each.path("group").asText(),
              each.path("kind").asText(),
              each.path("resource").asText(),
              1));
    }
    return kinds;
  }

  private static Scenario.Step step(JsonNode node, String place) throws ScenarioFormatException {
    FieldReader.requireObject(node, place);
    FieldReader.requireKnown(node, STEP, place + ".");
    if (!node.has("at")) {
      throw new ScenarioFormatException(place + ".at: a duration is required");
    }
    return new Scenario.Step(
        node.path("at").asText(),
        FieldReader.duration(node.path("at"), place + ".at"),
        list(node, "delete", place),
        list(node, "apply", place),
        faults(node, place),
        ScenarioHistory.read(list(node, "history", place), place + ".history"),
        ScenarioForecasts.read(list(node, "history", place), place + ".history"),
        names(node, place),
        node.get("expect"));
  }

  private static List<JsonNode> list(JsonNode node, String field, String place)
      throws ScenarioFormatException {
    JsonNode value = node.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return List.of();
    }
    if (!value.isArray()) {
      throw new ScenarioFormatException(place + "." + field + ": a list is required");
    }
    List<JsonNode> list = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      FieldReader.requireObject(value.get(i), place + "." + field + "[" + i + "]");
      list.add(value.get(i));
    }
    return list;
  }

  private static @Nullable List<NamespacedName> names(JsonNode node, String place)
      throws ScenarioFormatException {
    JsonNode value = node.path("reconcile");
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isArray()) {
      throw new ScenarioFormatException(place + ".reconcile: a list is required");
    }
    List<NamespacedName> names = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      names.add(FieldReader.name(value.get(i), place + ".reconcile[" + i + "]"));
    }
    return names;
  }

  private static List<Scenario.Fault> faults(JsonNode node, String place)
      throws ScenarioFormatException {
    List<Scenario.Fault> faults = new ArrayList<>();
    List<JsonNode> list = list(node, "faults", place);
    for (int i = 0; i < list.size(); i++) {
      JsonNode each = list.get(i);
      FieldReader.requireKnown(each, FAULT, place + ".faults[" + i + "].");
      faults.add(
          new Scenario.Fault(
              each.path("api").asText(),
              each.hasNonNull("metric") ? each.path("metric").asText() : null,
              each.path("code").asInt(),
              each.path("reason").asText(),
              each.path("message").asText(),
              each.path("skip").asInt(),
              each.path("times").asInt()));
    }
    return faults;
  }
}
