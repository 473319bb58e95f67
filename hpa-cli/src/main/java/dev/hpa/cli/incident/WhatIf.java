package dev.hpa.cli.incident;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.Patch;
import dev.hpa.validation.FieldError;
import dev.hpa.validation.HpaValidation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Another setting of an HPA that a past time is replayed with.
 *
 * @param name for tables
 * @param patch a merge patch of the HPA
 * @param target the target of its metrics in percent, or in their unit; empty for today's
 */
record WhatIf(String name, JsonNode patch, String target) {

  private static final String WHERE = "--what-if: ";
  private static final String HELP =
      "; give target=70, min=3, max=20, an option such as forecast=seasonal, or a file with a"
          + " patch";

  /**
   * Parses a value of {@code --what-if}.
   *
   * @throws UsageException if it is none
   */
  static WhatIf parse(String text) throws IOException {
    int equals = text.indexOf('=');
    if (equals < 0 || (text.contains("/") && !isOption(text.substring(0, equals)))) {
      return ofFile(text);
    }
    String key = text.substring(0, equals);
    String value = text.substring(equals + 1);
    return switch (key) {
      case "target" -> new WhatIf(text, JsonNodeFactory.instance.objectNode(), value);
      case "min" -> new WhatIf(text, bound("minReplicas", text, value), "");
      case "max" -> new WhatIf(text, bound("maxReplicas", text, value), "");
      default -> ofOption(text, key, value);
    };
  }

  private static boolean isOption(String key) {
    return OptionName.of(key).isPresent();
  }

  private static WhatIf ofFile(String file) throws IOException {
    JsonNode patch = read(file);
    if (!patch.path("spec").isObject() && !patch.path("metadata").path("annotations").isObject()) {
      throw new UsageException(
          WHERE + "\"" + file + "\" is no patch of an HPA; it needs spec or metadata.annotations");
    }
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    if (patch.has("spec")) {
      kept.set("spec", patch.get("spec"));
    }
    if (patch.path("metadata").path("annotations").isObject()) {
      kept.putObject("metadata").set("annotations", patch.path("metadata").get("annotations"));
    }
    Path name = Path.of(file).getFileName();
    return new WhatIf(name == null ? file : name.toString(), kept, "");
  }

  private static JsonNode read(String file) throws IOException {
    List<String> problems = new ArrayList<>();
    List<Document> documents = new ArrayList<>();
    ManifestFiles.visit(
        List.of(file),
        new ManifestFiles.Visitor() {
          @Override
          public void document(Document document) {
            documents.add(document);
          }

          @Override
          public void malformed(SourceLocation place, String why) {
            problems.add(place + ": " + why);
          }

          @Override
          public void unusable(String name, String why) {
            problems.add("\"" + name + "\" " + why);
          }
        });
    if (!problems.isEmpty()) {
      throw new UsageException(WHERE + problems.getFirst());
    }
    if (documents.size() != 1) {
      throw new UsageException(
          "%s\"%s\" has %d documents; give a file with one"
              .formatted(WHERE, file, documents.size()));
    }
    try {
      return Json.tree(documents.getFirst().json());
    } catch (JsonFormatException malformed) {
      throw new UsageException(
          "%s\"%s\": %s".formatted(WHERE, file, malformed.getMessage()), malformed);
    }
  }

  private static JsonNode bound(String field, String text, String value) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    try {
      patch.putObject("spec").put(field, Integer.parseInt(value));
      return patch;
    } catch (NumberFormatException none) {
      throw new UsageException(
          WHERE + "\"" + text + "\" has no whole number of replicas; give max=20", none);
    }
  }

  private static WhatIf ofOption(String text, String key, String value) {
    OptionName option =
        OptionName.of(key)
            .orElseThrow(() -> new UsageException(WHERE + "\"" + text + "\" is no setting" + HELP));
    Options read = OptionsReader.UNRESTRICTED.read(Map.of(option.annotation(), value), Map.of());
    if (!read.problems().isEmpty()) {
      throw new UsageException(WHERE + read.problems().getFirst());
    }
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").putObject("annotations").put(option.annotation(), value);
    return new WhatIf(text, patch, "");
  }

  /** Whether it has a forecast, which needs a past. */
  boolean hasForecast() {
    return patch.at("/metadata/annotations").has(OptionKey.FORECAST.annotation());
  }

  /**
   * The HPA with this setting.
   *
   * @throws UsageException if the API server would refuse it
   */
  HorizontalPodAutoscaler applyTo(HorizontalPodAutoscaler hpa, Settings settings) {
    HorizontalPodAutoscaler patched;
    try {
      patched =
          HpaVersion.V2.decode(Json.text(Patch.apply(Json.tree(HpaVersion.V2.encode(hpa)), patch)));
    } catch (JsonFormatException malformed) {
      throw new UsageException(
          "%s\"%s\": %s".formatted(WHERE, name, malformed.getMessage()), malformed);
    }
    Behavior behavior = patched.spec().behavior();
    if (behavior != null && behavior.hasTolerance() && !settings.configurableTolerance()) {
      throw new UsageException(
          "%s\"%s\": the API server drops tolerance, which Kubernetes has since 1.35; remove it"
              .formatted(WHERE, name));
    }
    if (!target.isEmpty()) {
      HpaSpec spec = patched.spec();
      patched =
          patched.withSpec(
              spec.withMetrics(spec.metricsOrEmpty().stream().map(this::retargeted).toList()));
    }
    List<FieldError> errors =
        HpaValidation.validateCreate(patched, settings.gates(), settings.version());
    if (!errors.isEmpty()) {
      FieldError first = errors.getFirst();
      throw new UsageException(
          "%s\"%s\": %s: %s".formatted(WHERE, name, first.field(), first.message()));
    }
    return patched;
  }

  private MetricSpec retargeted(MetricSpec metric) {
    MetricTarget old = metric.target();
    try {
      if (old.averageUtilization() != null) {
        return metric.withTarget(MetricTarget.utilization(Integer.parseInt(target)));
      }
      Quantity amount = Quantity.parse(target);
      return metric.withTarget(
          old.averageValue() == null
              ? MetricTarget.value(amount)
              : MetricTarget.averageValue(amount));
    } catch (NumberFormatException | QuantityFormatException none) {
      throw new UsageException(
          "%s\"%s\": the target of %s is a %s; give one such as %s"
              .formatted(
                  WHERE,
                  name,
                  metric.metricName(),
                  old.averageUtilization() == null ? "quantity" : "whole number of percent",
                  old.averageUtilization() == null ? "500m" : "70"),
          none);
    }
  }
}
