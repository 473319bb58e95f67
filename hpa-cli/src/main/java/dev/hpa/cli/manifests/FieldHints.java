package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** What to write in place of fields of an autoscaler that do not exist or have another type. */
final class FieldHints {

  private static final String CPU_TARGET =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: %s}}}";

  /** Fields of other versions, and what autoscaling/v2 and v2beta2 have in their place. */
  private static final Map<String, String> IN_V2 =
      Map.ofEntries(
          Map.entry(
              "targetAverageUtilization",
              "write target: {type: Utilization, averageUtilization: NUMBER}"),
          Map.entry(
              "targetAverageValue", "write target: {type: AverageValue, averageValue: QUANTITY}"),
          Map.entry("targetValue", "write target: {type: Value, value: QUANTITY}"),
          Map.entry("metricName", "write metric: {name: NAME}"),
          Map.entry("metricSelector", "write metric: {name: NAME, selector: SELECTOR}"),
          Map.entry(
              "targetCPUUtilizationPercentage",
              "write metrics: [" + CPU_TARGET.formatted("NUMBER") + "]"),
          Map.entry(
              "targetMemoryUtilizationPercentage",
              "write metrics: [" + CPU_TARGET.formatted("NUMBER").replace("cpu", "memory") + "]"));

  /** Fields of autoscaling/v2, and what older versions have in their place. */
  private static final Map<String, String> IN_OLDER =
      Map.of(
          "target", "targetAverageUtilization, targetAverageValue or targetValue",
          "metric", "metricName and selector or metricSelector",
          "describedObject", "target",
          "metrics", "targetCPUUtilizationPercentage");

  private static final String V1_TARGET = "targetCPUUtilizationPercentage";

  /** Words of fields that do not exist, and the setting that has the effect. */
  private static final Map<String, String> MEANT =
      Map.ofEntries(
          Map.entry("cooldown", "write behavior.scaleDown.stabilizationWindowSeconds"),
          Map.entry("cron", option(OptionKey.SCHEDULE)),
          Map.entry("dryrun", option(OptionKey.MODE, Mode.DRY_RUN.toString())),
          Map.entry("enabled", option(OptionKey.MODE)),
          Map.entry("fallback", option(OptionKey.FALLBACK_REPLICAS)),
          Map.entry("forecast", option(OptionKey.FORECAST)),
          Map.entry("initialization", option(OptionKey.CPU_INITIALIZATION_PERIOD)),
          Map.entry("interval", option(OptionKey.SYNC_PERIOD)),
          Map.entry("pause", option(OptionKey.MODE)),
          Map.entry("predict", option(OptionKey.FORECAST)),
          Map.entry("readiness", option(OptionKey.INITIAL_READINESS_DELAY)),
          Map.entry("rollout", option(OptionKey.ROLLOUT)),
          Map.entry("schedul", option(OptionKey.SCHEDULE)),
          Map.entry("suspend", option(OptionKey.MODE)),
          Map.entry("syncperiod", option(OptionKey.SYNC_PERIOD)),
          Map.entry("warmup", option(OptionKey.CPU_INITIALIZATION_PERIOD)),
          Map.entry("watermark", option(OptionKey.WATERMARK)));

  private final HpaVersion version;
  private final JsonNode document;

  FieldHints(HpaVersion version, JsonNode document) {
    this.version = version;
    this.document = document;
  }

  private static String option(OptionKey key) {
    return option(key, key.example());
  }

  private static String option(OptionKey key, String value) {
    return "hpa-controller has the option %s: \"%s\"".formatted(key.annotation(), value);
  }

  /** What to write in place of an unknown field; empty if that is not known. */
  String unknown(String path) {
    int dot = path.lastIndexOf('.');
    String parent = path.substring(0, Math.max(0, dot));
    String name = path.substring(dot + 1);
    if (version != HpaVersion.V2
        && new FieldPlaces(HpaVersion.V2, document).fields(parent).contains(name)) {
      return older(name);
    }
    String instead = IN_V2.get(name);
    if (instead != null && (version == HpaVersion.V2 || version == HpaVersion.V2BETA2)) {
      return instead;
    }
    if (version == HpaVersion.V1 && instead != null) {
      return older("metrics");
    }
    FieldPlaces places = new FieldPlaces(version, document);
    return FlagHints.nearest(name, places.fields(parent))
        .map(near -> "did you mean " + near + "?")
        .or(() -> places.belongs(name, parent))
        .orElseGet(() -> meant(name));
  }

  private String older(String name) {
    boolean isDefaulted =
        version == HpaVersion.V1 && name.equals("metrics") && !document.path("spec").has(V1_TARGET);
    return "%swrite %sapiVersion: %s, which has %s"
        .formatted(
            isDefaulted
                ? "in v1 there is only %s, and without it 80 %% applies; ".formatted(V1_TARGET)
                : "",
            IN_OLDER.containsKey(name) ? IN_OLDER.get(name) + ", or " : "",
            HpaVersion.V2.apiVersion(),
            name);
  }

  private static String meant(String name) {
    String kebab = name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    String word = kebab.replace("-", "");
    return Arrays.stream(OptionKey.values())
        .filter(key -> key.toString().equals(kebab))
        .map(FieldHints::option)
        .findFirst()
        .or(
            () ->
                MEANT.entrySet().stream()
                    .filter(each -> word.contains(each.getKey()))
                    .min(Comparator.comparingInt(each -> -each.getKey().length()))
                    .map(Map.Entry::getValue))
        .orElse("");
  }

  /** What to write in place of a value of another type; empty if that is not known. */
  String mistyped(String path) {
    JsonNode value = document.at("/" + path.replaceAll("\\[(\\d+)]", ".$1").replace('.', '/'));
    String name = path.substring(path.lastIndexOf('.') + 1);
    String number = value.asText().replaceFirst("^(\\d+) ?%?$", "$1");
    boolean isNumber = number.matches("\\d+");
    return switch (name) {
      case "metrics" ->
          value.isObject()
              ? "write a list: put \"- \" before its first field"
              : "write metrics: [" + CPU_TARGET.formatted(isNumber ? number : "NUMBER") + "]";
      case "target" ->
          isNumber
              ? "write target: {type: Utilization, averageUtilization: " + number + "}"
              : "write target: {type: TYPE, averageUtilization, averageValue or value: NUMBER}";
      case "resource" -> "write resource: {name: NAME, target: TARGET}";
      case "metric" -> "write metric: {name: NAME}";
      case "scaleTargetRef" ->
          "write scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: NAME}";
      default -> value.isTextual() && isNumber ? "write " + number : "";
    };
  }
}
