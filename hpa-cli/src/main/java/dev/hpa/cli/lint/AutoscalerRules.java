package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.flat.BehaviorAnnotation;
import dev.hpa.api.flat.FlatMetricSpec;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import java.util.List;

/** Rules for the API version, annotations and bounds of an autoscaler. */
final class AutoscalerRules {

  private final Manifest manifest;
  private final Findings findings;

  private AutoscalerRules(Manifest manifest, Findings findings) {
    this.manifest = manifest;
    this.findings = findings;
  }

  /**
   * Checks the document, if it is an autoscaler.
   *
   * @param applied the options of the autoscaler
   */
  static void check(Manifest manifest, Options applied, LintOptions options, Findings findings) {
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    if (autoscaler == null) {
      return;
    }
    AutoscalerRules rules = new AutoscalerRules(manifest, findings);
    HpaVersion.of(manifest.apiVersion())
        .ifPresent(
            version -> {
              rules.version(version);
              rules.annotations(version);
            });
    TargetRules.check(manifest, autoscaler.spec(), findings);
    rules.bounds(autoscaler.spec());
    MetricRules.check(manifest, autoscaler.spec(), applied.multipliesRequested(), findings);
    options
        .serviceTime()
        .ifPresent(base -> LatencyRules.check(manifest, autoscaler.spec(), base, findings));
    options
        .rules()
        .ifPresent(names -> PrometheusRules.check(manifest, autoscaler.spec(), names, findings));
    PolicyRules.check(manifest, autoscaler.spec(), options, findings);
  }

  private void version(HpaVersion version) {
    if (!version.isServed()) {
      findings.add(
          manifest,
          LintRule.REMOVED_VERSION,
          "apiVersion",
          version.apiVersion() + " is no longer served");
    }
  }

  private void annotations(HpaVersion version) {
    JsonNode annotations = version.reencode(manifest.document().json()).at("/metadata/annotations");
    for (String key : List.of(ReservedAnnotations.METRICS, ReservedAnnotations.BEHAVIOR)) {
      if (annotations.has(key) && !isUsed(version, key, annotations.path(key).asText())) {
        findings.add(
            manifest,
            LintRule.IGNORED_ANNOTATION,
            "metadata.annotations",
            "the annotation " + key + " has no effect here");
      }
    }
  }

  private static boolean isUsed(HpaVersion version, String key, String value) {
    boolean behavior = key.equals(ReservedAnnotations.BEHAVIOR);
    if (version != HpaVersion.V1 && !(behavior && version == HpaVersion.V2BETA1)) {
      return false;
    }
    try {
      return behavior
          ? BehaviorAnnotation.read(value) != null
          : !Json.readListAnnotation(value, FlatMetricSpec.class).isEmpty();
    } catch (JsonFormatException malformed) {
      return false;
    }
  }

  private void bounds(HpaSpec spec) {
    boolean isFixed = spec.maxReplicas() > 0 && spec.minReplicasOrDefault() == spec.maxReplicas();
    if (isFixed && !hasSchedule()) {
      findings.add(
          manifest,
          LintRule.FIXED_REPLICAS,
          spec.minReplicas() == null ? "spec.maxReplicas" : "spec.minReplicas",
          "minReplicas and maxReplicas are both " + spec.maxReplicas());
    }
  }

  /** Whether the bounds of the spec apply only at certain times. */
  private boolean hasSchedule() {
    return manifest.annotations().keySet().stream()
        .anyMatch(each -> each.startsWith(OptionKey.PREFIX + OptionKey.SCHEDULE + "."));
  }
}
