package dev.hpa.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoQuote;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.MinorVersion;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The flags of the metrics endpoint. */
final class MetricsFlags extends FlagGroup {

  private static final Pattern NAME = Pattern.compile("^[a-zA-Z_:][a-zA-Z0-9_:]*$");
  private static final Pattern LABEL_OF_METRIC =
      Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*");
  private static final String WRONG_LABELS =
      "must have keys with format `metricName,labelName` where metricName matches"
          + " \"[a-zA-Z_:][a-zA-Z0-9_:]*\" and labelName matches \"[a-zA-Z_][a-zA-Z0-9_]*\"";

  private final Flag<String> showHidden =
      text(
          "show-hidden-metrics-for-version",
          "VERSION",
          "The release before the emulated one, such as 1.36 for 1.37: serves metrics that it"
              + " has hidden (none at present); no other version is valid.");

  private final Flag<List<String>> disabled =
      csv("disabled-metrics", "NAME,...", "Fully qualified names of metrics that are not served.");

  private final Flag<List<String>> allowedLabels =
      optional(
          "allow-metric-labels",
          "METRIC,LABEL=VALUE,...",
          FlagTypes.CSV_PAIRS,
          "Allowed values of a metric label; other values are replaced by \"unexpected\"."
              + " Repeatable.");

  private final Flag<String> manifest =
      text(
          "allow-metric-labels-manifest",
          "FILE",
          "YAML file with the entries METRIC,LABEL: VALUE,...; excludes"
              + " --allow-metric-labels.");

  /**
   * Adds the values that are invalid.
   *
   * @param releases the emulated release, or those that are possible while it is unknown
   */
  void check(List<KubernetesVersion> releases, Problems problems) {
    List<String> valid =
        releases.stream().map(each -> MinorVersion.of(each).previous().toString()).toList();
    String previous = valid.getFirst();
    if (!showHidden.get().isEmpty() && !valid.contains(showHidden.get())) {
      problems.add(
          "metrics.showHiddenMetricsForVersion: Invalid value: \"%s\": must be omitted or have the"
                  .formatted(showHidden.get())
              + " value '%s'; only the previous minor version is allowed".formatted(previous));
    }
    List<String> names = disabled.get();
    names.stream()
        .filter(name -> !NAME.matcher(name).matches())
        .findFirst()
        .ifPresent(
            name ->
                problems.add(
                    "metrics.disabledMetrics: Invalid value: %s: must be fully qualified metric names"
                            .formatted(Json.text(names))
                        + " matching \"%s\", got %s".formatted(NAME, GoQuote.quote(name))));
    Map<String, String> labels = labels();
    if (!wellFormed(labels)) {
      problems.add(
          "metrics.allowListMapping: Invalid value: " + Json.text(labels) + ": " + WRONG_LABELS);
    }
    try {
      ofManifest();
    } catch (IOException failure) {
      problems.add(
          "metrics.allowListMappingManifest: Invalid value: \"%s\": %s"
              .formatted(manifest.get(), failure.getMessage()));
    }
    if (!labels.isEmpty() && !manifest.get().isEmpty()) {
      problems.add(
          "metrics: Invalid value: cannot specify both allowListMapping and"
              + " allowListMappingManifest");
    }
  }

  private static boolean wellFormed(Map<String, String> labels) {
    return labels.keySet().stream().allMatch(key -> LABEL_OF_METRIC.matcher(key).matches());
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    for (String pair : allowedLabels.get()) {
      int equals = pair.indexOf('=');
      labels.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return labels;
  }

  private Map<String, String> ofManifest() throws IOException {
    if (manifest.get().isEmpty()) {
      return Map.of();
    }
    Map<String, String> labels = new LinkedHashMap<>();
    for (var member : tree().properties()) {
      if (!member.getValue().isValueNode()) {
        throw new IOException(
            "failed to parse allow list manifest: "
                + member.getKey()
                + ": is not a string; write METRIC,LABEL: VALUE,...");
      }
      labels.put(member.getKey(), member.getValue().asText());
    }
    if (!wellFormed(labels)) {
      throw new IOException("invalid allow list mapping in manifest: " + WRONG_LABELS);
    }
    return labels;
  }

  private JsonNode tree() throws IOException {
    String text;
    try {
      text = FlagFiles.read(manifest.get());
    } catch (IOException failure) {
      throw new IOException("failed to read allow list manifest: " + failure.getMessage(), failure);
    }
    try {
      return Json.tree(YamlJson.firstOfTexts(text).text());
    } catch (YamlFormatException malformed) {
      throw new IOException(
          "failed to parse allow list manifest: " + malformed.getMessage(), malformed);
    }
  }

  /** The options that these flags set. */
  MetricsOptions options() {
    Map<String, Map<String, Set<String>>> allowed = new LinkedHashMap<>();
    Map<String, String> labels = labels();
    try {
      labels.putAll(ofManifest());
    } catch (IOException failure) {
      throw new UsageException("--allow-metric-labels-manifest: " + failure.getMessage(), failure);
    }
    labels.forEach(
        (place, values) -> {
          int comma = place.indexOf(',');
          allowed
              .computeIfAbsent(place.substring(0, comma), any -> new HashMap<>())
              .put(place.substring(comma + 1), ImmutableCopies.set(List.of(values.split(",", -1))));
        });
    return new MetricsOptions(ImmutableCopies.set(disabled.get()), allowed);
  }
}
