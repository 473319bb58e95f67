package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a scenario as JSON. Missing settings have the defaults of the Kubernetes version
 * in the scenario.
 */
public final class ScenarioSettings {

  private static final Set<String> KNOWN =
      Set.of(
          "kubernetesVersion",
          "tolerance",
          "downscaleStabilization",
          "cpuInitializationPeriod",
          "initialReadinessDelay",
          "featureGates",
          "upscaleDelay",
          "downscaleDelay",
          "formula",
          "utilizationBase",
          "metricAggregation",
          "upstreamFixes",
          "options");
  private static final Set<String> GATES =
      Set.of("HPAScaleToZero", "HPAConfigurableTolerance", "PodLevelResources", "HPAGeneration");

  private final JsonNode node;

  private ScenarioSettings(JsonNode node) {
    this.node = node;
  }

  /**
   * Reads settings.
   *
   * @param usual the Kubernetes version of scenarios that name none
   */
  static Settings read(JsonNode node, KubernetesVersion usual) throws ScenarioFormatException {
    if (node.isMissingNode() || node.isNull()) {
      return Settings.defaults(usual);
    }
    FieldReader.requireObject(node, "settings");
    FieldReader.requireKnown(node, KNOWN, "settings.");
    return new ScenarioSettings(node).read(usual);
  }

  private Settings read(KubernetesVersion usual) throws ScenarioFormatException {
    Settings base = Settings.defaults(version(usual));
    return new Settings(
        base.version(),
        tolerance(base.tolerance()),
        duration("downscaleStabilization", base.downscaleStabilization()),
        duration("cpuInitializationPeriod", base.cpuInitializationPeriod()),
        duration("initialReadinessDelay", base.initialReadinessDelay()),
        gate("HPAScaleToZero", base.scaleToZero()),
        gate("HPAConfigurableTolerance", base.configurableTolerance()),
        gate("PodLevelResources", base.podLevelResources()),
        gate("HPAGeneration", base.observesGeneration()),
        differences());
  }

  private KubernetesVersion version(KubernetesVersion usual) throws ScenarioFormatException {
    JsonNode value = node.path("kubernetesVersion");
    if (value.isMissingNode()) {
      return usual;
    }
    try {
      return KubernetesVersion.parse(value.asText());
    } catch (IllegalArgumentException problem) {
      throw new ScenarioFormatException("settings.kubernetesVersion: " + problem.getMessage());
    }
  }

  private UpstreamDifferences differences() throws ScenarioFormatException {
    UpstreamDifferences base = UpstreamDifferences.NONE;
    return new UpstreamDifferences(
        durationOrNull("upscaleDelay"),
        durationOrNull("downscaleDelay"),
        choice("formula", UpstreamDifferences.Formula.class, base.formula()),
        choice(
            "utilizationBase", UpstreamDifferences.UtilizationBase.class, base.utilizationBase()),
        choice("metricAggregation", UpstreamDifferences.Aggregation.class, base.aggregation()),
        base.deletionCostHints(),
        fixes());
  }

  /** A name, or a list of them. */
  private Set<UpstreamFix> fixes() throws ScenarioFormatException {
    JsonNode value = node.path("upstreamFixes");
    List<String> names = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(each -> names.add(each.asText()));
    } else if (!value.isMissingNode()) {
      names.add(value.asText());
    }
    try {
      return UpstreamFix.parse(names);
    } catch (IllegalArgumentException problem) {
      throw new ScenarioFormatException("settings.upstreamFixes: " + problem.getMessage());
    }
  }

  private double tolerance(double otherwise) throws ScenarioFormatException {
    JsonNode value = node.path("tolerance");
    if (!value.isMissingNode() && !value.isNumber()) {
      throw new ScenarioFormatException("settings.tolerance: a number is required");
    }
    return value.asDouble(otherwise);
  }

  private Duration duration(String field, Duration otherwise) throws ScenarioFormatException {
    Duration value = durationOrNull(field);
    return value == null ? otherwise : value;
  }

  private @Nullable Duration durationOrNull(String field) throws ScenarioFormatException {
    JsonNode value = node.path(field);
    return value.isMissingNode() ? null : FieldReader.duration(value, "settings." + field);
  }

  private boolean gate(String name, boolean otherwise) throws ScenarioFormatException {
    JsonNode gates = node.path("featureGates");
    if (gates.isMissingNode() || gates.isNull()) {
      return otherwise;
    }
    FieldReader.requireObject(gates, "settings.featureGates");
    FieldReader.requireKnown(gates, GATES, "settings.featureGates.");
    JsonNode value = gates.path(name);
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw new ScenarioFormatException(
          "settings.featureGates." + name + ": true or false is required");
    }
    return value.asBoolean(otherwise);
  }

  private <E extends Enum<E>> E choice(String field, Class<E> choices, E otherwise)
      throws ScenarioFormatException {
    JsonNode value = node.path(field);
    if (value.isMissingNode()) {
      return otherwise;
    }
    for (E each : choices.getEnumConstants()) {
      if (lower(each).equals(value.asText())) {
        return each;
      }
    }
    String known =
        Arrays.stream(choices.getEnumConstants())
            .map(ScenarioSettings::lower)
            .collect(Collectors.joining(", "));
    throw new ScenarioFormatException(
        "settings." + field + ": " + value + " is not one" + " of " + known);
  }

  private static String lower(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The settings in the scenario format: the release with its feature gates, which may have other
   * defaults later, and the others that differ from upstream's defaults.
   */
  public static ObjectNode write(Settings settings) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    Settings base = Settings.defaults(settings.version());
    node.put("kubernetesVersion", settings.version().toString());
    if (settings.tolerance() != base.tolerance()) {
      node.put("tolerance", settings.tolerance());
    }
    put(
        node,
        "downscaleStabilization",
        settings.downscaleStabilization(),
        base.downscaleStabilization());
    put(
        node,
        "cpuInitializationPeriod",
        settings.cpuInitializationPeriod(),
        base.cpuInitializationPeriod());
    put(
        node,
        "initialReadinessDelay",
        settings.initialReadinessDelay(),
        base.initialReadinessDelay());
    ObjectNode gates =
        node.putObject("featureGates")
            .put("HPAScaleToZero", settings.scaleToZero())
            .put("HPAConfigurableTolerance", settings.configurableTolerance())
            .put("PodLevelResources", settings.podLevelResources());
    if (settings.version().hasGenerations()) {
      gates.put("HPAGeneration", settings.observesGeneration());
    }
    UpstreamDifferences own = settings.differences();
    UpstreamDifferences none = base.differences();
    put(node, "upscaleDelay", own.upscaleDelay(), none.upscaleDelay());
    put(node, "downscaleDelay", own.downscaleDelay(), none.downscaleDelay());
    put(node, "formula", own.formula(), none.formula());
    put(node, "utilizationBase", own.utilizationBase(), none.utilizationBase());
    put(node, "metricAggregation", own.aggregation(), none.aggregation());
    if (!own.fixes().isEmpty()) {
      ArrayNode fixes = node.putArray("upstreamFixes");
      own.fixes().forEach(each -> fixes.add(each.toString()));
    }
    return node;
  }

  private static void put(
      ObjectNode node, String field, @Nullable Object value, @Nullable Object usual) {
    if (value == null || value.equals(usual)) {
      return;
    }
    switch (value) {
      case Duration duration -> node.put(field, GoDuration.format(duration));
      case Enum<?> choice -> node.put(field, lower(choice));
      default -> throw new IllegalArgumentException(field + ": " + value);
    }
  }
}
