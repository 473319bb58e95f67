package dev.hpa.app.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads scenarios from their JSON form; everything that is not in the format is refused with its
 * place.
 */
public final class ScenarioReader {

  private static final Set<String> TOP = Set.of("name", "why", "settings", "steps");
  private static final Set<String> STEP =
      Set.of("at", "delete", "apply", "faults", "reconcile", "expect");
  private static final Set<String> SETTINGS =
      Set.of(
          "tolerance",
          "downscaleStabilization",
          "cpuInitializationPeriod",
          "initialReadinessDelay",
          "featureGates");
  private static final Set<String> GATES =
      Set.of("HPAScaleToZero", "HPAConfigurableTolerance", "PodLevelResources");
  private static final Set<String> FAULT =
      Set.of("api", "metric", "code", "reason", "message", "skip", "times");

  private ScenarioReader() {}

  /** Reads a scenario. */
  public static Scenario read(JsonNode node) throws ScenarioFormatException {
    requireObject(node, "a scenario");
    requireKnown(node, TOP, "");
    JsonNode steps = node.path("steps");
    if (!steps.isArray()) {
      throw new ScenarioFormatException("steps: a list is required");
    }
    List<Scenario.Step> list = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      list.add(step(steps.get(i), "steps[" + i + "]"));
    }
    return new Scenario(node.path("name").asText(""), settings(node.path("settings")), list);
  }

  private static Settings settings(JsonNode node) throws ScenarioFormatException {
    if (node.isMissingNode() || node.isNull()) {
      return Settings.DEFAULTS;
    }
    requireObject(node, "settings");
    requireKnown(node, SETTINGS, "settings.");
    JsonNode gates = node.path("featureGates");
    requireKnown(gates, GATES, "settings.featureGates.");
    Settings base = Settings.DEFAULTS;
    JsonNode tolerance = node.path("tolerance");
    if (!tolerance.isMissingNode() && !tolerance.isNumber()) {
      throw new ScenarioFormatException("settings.tolerance: a number is required");
    }
    return new Settings(
        tolerance.asDouble(base.tolerance()),
        duration(node, "downscaleStabilization", base.downscaleStabilization()),
        duration(node, "cpuInitializationPeriod", base.cpuInitializationPeriod()),
        duration(node, "initialReadinessDelay", base.initialReadinessDelay()),
        gates.path("HPAScaleToZero").asBoolean(base.scaleToZero()),
        gates.path("HPAConfigurableTolerance").asBoolean(base.configurableTolerance()),
        gates.path("PodLevelResources").asBoolean(base.podLevelResources()));
  }

  private static Duration duration(JsonNode node, String field, Duration otherwise)
      throws ScenarioFormatException {
    JsonNode value = node.path(field);
    return value.isMissingNode() ? otherwise : duration(value, "settings." + field);
  }

  private static Duration duration(JsonNode value, String place) throws ScenarioFormatException {
    try {
      return GoDuration.parse(value.asText());
    } catch (IllegalArgumentException failure) {
      throw new ScenarioFormatException(
          place + ": " + value + " is no duration; write it like 30s or 5m0s");
    }
  }

  private static Scenario.Step step(JsonNode node, String place) throws ScenarioFormatException {
    requireObject(node, place);
    requireKnown(node, STEP, place + ".");
    if (!node.has("at")) {
      throw new ScenarioFormatException(place + ".at: a duration is required");
    }
    return new Scenario.Step(
        node.path("at").asText(),
        duration(node.path("at"), place + ".at"),
        list(node, "delete", place),
        list(node, "apply", place),
        faults(node, place),
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
      requireObject(value.get(i), place + "." + field + "[" + i + "]");
      list.add(value.get(i));
    }
    return list;
  }

  private static @Nullable List<String> names(JsonNode node, String place)
      throws ScenarioFormatException {
    JsonNode value = node.path("reconcile");
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isArray()) {
      throw new ScenarioFormatException(place + ".reconcile: a list is required");
    }
    List<String> names = new ArrayList<>();
    value.forEach(each -> names.add(each.asText()));
    return names;
  }

  private static List<Scenario.Fault> faults(JsonNode node, String place)
      throws ScenarioFormatException {
    List<Scenario.Fault> faults = new ArrayList<>();
    List<JsonNode> list = list(node, "faults", place);
    for (int i = 0; i < list.size(); i++) {
      JsonNode each = list.get(i);
      requireKnown(each, FAULT, place + ".faults[" + i + "].");
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

  private static void requireObject(JsonNode node, String place) throws ScenarioFormatException {
    if (!node.isObject()) {
      throw new ScenarioFormatException(place + ": an object is required");
    }
  }

  private static void requireKnown(JsonNode node, Set<String> known, String prefix)
      throws ScenarioFormatException {
    for (var each : node.properties()) {
      if (!known.contains(each.getKey())) {
        throw new ScenarioFormatException(
            prefix
                + each.getKey()
                + ": unknown; known are "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }
}
