package dev.hpa.cli.lint;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.options.RequestBase;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules for the options of autoscalers and the metrics they apply to. */
final class OptionRules {

  /** Values of metrics-server may be this old in ordinary operation. */
  private static final Duration RESOURCE_FRESHNESS = Duration.ofSeconds(60);

  /** The resolution of metrics-server in its published manifests. */
  private static final Duration RESOURCE_RESOLUTION = Duration.ofSeconds(15);

  /** Values with which every other option has an effect. */
  private static final Map<String, String> COMPANIONS =
      Map.of(
          OptionKey.MODE.annotation(), "Paused",
          OptionKey.ROLLOUT.annotation(), "Compensate",
          OptionKey.FALLBACK_REPLICAS.annotation(), "1",
          OptionKey.FORECAST.annotation(), "seasonal");

  private final Manifest manifest;
  private final Options options;
  private final Findings findings;

  private OptionRules(Manifest manifest, Options options, Findings findings) {
    this.manifest = manifest;
    this.options = options;
    this.findings = findings;
  }

  static void check(
      List<Manifest> manifests, ManifestOptions own, LintOptions lint, Findings findings) {
    for (Manifest manifest : manifests) {
      HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
      if (autoscaler != null) {
        OptionRules rules =
            new OptionRules(manifest, own.of(manifest, lint.gates().scaleToZero()), findings);
        rules.ignored("");
        rules.lost(manifests);
        if (!rules.options.values().isEmpty()) {
          rules.mode(lint.now());
          rules.freshness(autoscaler.spec());
          rules.bases(autoscaler.spec());
          FallbackRules.check(manifest, autoscaler, rules.options, findings);
          ForecastRules.check(manifest, autoscaler.spec(), rules.options, findings);
          ScheduleRules.check(manifest, autoscaler.spec(), rules.options, lint.now(), findings);
        }
        OptionTargetRules.check(manifest, rules.options, manifests, findings);
      } else if (manifest.isNamespace()) {
        Options alone = OptionsReader.UNRESTRICTED.read(Map.of(), manifest.annotations());
        new OptionRules(manifest, alone, findings).ignored(" of the namespace");
      } else if (manifest.isScaledObject()) {
        Options alone = OptionsReader.UNRESTRICTED.read(manifest.annotations(), Map.of());
        new OptionRules(manifest, alone, findings).ignored("");
      } else {
        misplaced(manifest, findings);
      }
    }
  }

  /** The field of an annotation in a manifest. */
  private static String field(String annotation) {
    return "metadata.annotations." + annotation;
  }

  private static void misplaced(Manifest manifest, Findings findings) {
    manifest.annotations().keySet().stream()
        .filter(each -> each.startsWith(OptionKey.PREFIX))
        .forEach(
            each ->
                findings.add(
                    manifest,
                    LintRule.MISPLACED_OPTION,
                    field(each),
                    "the annotation \"%s\" of a %s has no effect"
                        .formatted(each, manifest.key().kind())));
  }

  /** KEDA replaces the annotations of its autoscaler by those of the ScaledObject. */
  private void lost(List<Manifest> manifests) {
    ObjectKey owner = Workload.owner(manifest.key(), manifest.tree());
    for (Manifest other : manifests) {
      if (other.isScaledObject() && other.key().equals(owner)) {
        manifest.annotations().keySet().stream()
            .filter(each -> each.startsWith(OptionKey.PREFIX))
            .filter(each -> !other.annotations().containsKey(each))
            .forEach(
                each ->
                    findings.add(
                        manifest,
                        LintRule.MISPLACED_OPTION,
                        field(each),
                        "KEDA removes the annotation \"%s\", which the ScaledObject %s does not have"
                            .formatted(each, other.key().name())));
      }
    }
  }

  /**
   * Reports the options of this object that the controller ignores, with its messages.
   *
   * @param owner what follows the name of the annotation in these messages
   */
  private void ignored(String owner) {
    manifest
        .annotations()
        .forEach(
            (annotation, value) -> {
              if (annotation.startsWith(OptionKey.PREFIX)) {
                String start = "annotation \"" + annotation + "\"" + owner + ": ";
                options.problems().stream()
                    .filter(each -> each.startsWith(start))
                    .forEach(each -> ignored(annotation, value, each));
              }
            });
  }

  private void ignored(String annotation, String value, String message) {
    String field = field(annotation);
    if (OptionName.of(annotation.substring(OptionKey.PREFIX.length())).isEmpty()) {
      List<String> known = Arrays.stream(OptionKey.values()).map(OptionKey::annotation).toList();
      findings.add(
          manifest,
          LintRule.UNKNOWN_OPTION,
          field,
          "\"%s\" is not an option%s"
              .formatted(
                  annotation,
                  FlagHints.nearest(annotation, known)
                      .map(near -> "; did you mean " + near + "?")
                      .orElse("")));
    } else if (message.contains(" names no metric of ")) {
      boolean isWatermark = annotation.startsWith(OptionKey.PREFIX + OptionKey.WATERMARK);
      findings.add(
          manifest,
          isWatermark ? LintRule.WATERMARK_WITHOUT_METRIC : LintRule.OPTION_WITHOUT_METRIC,
          field,
          message);
    } else if (!isValid(annotation, value) || message.contains(" is invalid: ")) {
      findings.add(manifest, LintRule.INVALID_OPTION, field, message);
    } else if (!manifest.isNamespace()) {
      findings.add(manifest, LintRule.CONTRADICTING_OPTIONS, field, message);
    }
  }

  /** Whether a value is accepted if the other options do not exclude it. */
  private static boolean isValid(String annotation, String value) {
    Map<String, String> together = new HashMap<>(COMPANIONS);
    together.put(annotation, value);
    return OptionsReader.UNRESTRICTED.read(together, Map.of()).values().stream()
        .anyMatch(each -> each.name().annotation().equals(annotation));
  }

  private void mode(Instant now) {
    if (options.mode() != Mode.ACTIVE && options.modeAt(now) == Mode.ACTIVE) {
      warn(
          LintRule.PAST_MODE_UNTIL,
          OptionKey.MODE_UNTIL,
          "the mode %s ended at %s".formatted(options.mode(), options.modeUntil()));
    }
  }

  private void freshness(HpaSpec spec) {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    boolean anyResource = metrics.isEmpty() || metrics.stream().anyMatch(OptionRules::isResource);
    boolean allResource = metrics.stream().allMatch(OptionRules::isResource);
    Duration olderThan = options.treatAsMissing().olderThan();
    if (olderThan != null && anyResource && olderThan.compareTo(RESOURCE_FRESHNESS) < 0) {
      warn(
          LintRule.OLDER_THAN_TOO_SHORT,
          OptionKey.TREAT_AS_MISSING,
          "older-than=%s is shorter than the 60 s that values of metrics-server may be old"
              .formatted(GoDuration.format(olderThan)));
    }
    Duration period = options.syncPeriod();
    if (period != null && allResource && period.compareTo(RESOURCE_RESOLUTION) < 0) {
      warn(
          LintRule.SYNC_PERIOD_TOO_SHORT,
          OptionKey.SYNC_PERIOD,
          "all metrics are read from metrics-server, which has no new values every %s"
              .formatted(GoDuration.format(period)));
    }
    if (options.treatAsMissing().zero() && spec.minReplicasOrDefault() == 0) {
      metrics.stream()
          .map(OptionRules::nameOfIdleMetric)
          .filter(name -> !name.isEmpty())
          .forEach(
              name ->
                  warn(
                      LintRule.ZERO_IS_NORMAL,
                      OptionKey.TREAT_AS_MISSING,
                      "a 0 of \"" + name + "\" counts as a failure, and minReplicas is 0"));
    }
  }

  private void bases(HpaSpec spec) {
    List<MetricTarget> targets =
        spec.metricsOrEmpty().stream()
            .flatMap(each -> MetricRules.targets(each, "").values().stream())
            .toList();
    if (options.multipliesRequested() && targets.stream().noneMatch(MetricRules::isWhole)) {
      warn(LintRule.OPTION_WITHOUT_METRIC, OptionKey.VALUE_BASE, "no metric has a Value target");
    }
    if (options.stuckAfter() != null
        && !targets.isEmpty()
        && spec.metricsOrEmpty().stream()
            .noneMatch(each -> isResource(each) || each.pods() != null)) {
      warn(LintRule.OPTION_WITHOUT_METRIC, OptionKey.STUCK_AFTER, "no metric has values of pods");
    }
    // Without metrics the API server adds a CPU utilization.
    if (options.requestBase() != RequestBase.SPEC
        && !targets.isEmpty()
        && targets.stream().allMatch(each -> each.averageUtilization() == null)) {
      warn(
          LintRule.OPTION_WITHOUT_METRIC,
          OptionKey.REQUEST_BASE,
          "no metric has a utilization as target");
    }
  }

  private static boolean isResource(MetricSpec metric) {
    return metric.resource() != null || metric.containerResource() != null;
  }

  /** The name of a metric that can scale a target to zero; empty for others. */
  private static String nameOfIdleMetric(MetricSpec metric) {
    if (metric.external() != null) {
      return metric.external().metric().name();
    }
    return metric.object() == null ? "" : metric.object().metric().name();
  }

  private void warn(LintRule rule, OptionKey key, String message) {
    warn(manifest, options, rule, key, message, findings);
  }

  /** Reports an option of an autoscaler that it or its namespace sets. */
  static void warn(
      Manifest manifest,
      Options options,
      LintRule rule,
      OptionKey key,
      String message,
      Findings findings) {
    warn(manifest, options, rule, new OptionName(key), message, findings);
  }

  /** Reports an option with a name. */
  static void warn(
      Manifest manifest,
      Options options,
      LintRule rule,
      OptionName name,
      String message,
      Findings findings) {
    boolean inherited =
        options.values().stream()
            .anyMatch(
                each -> each.name().equals(name) && each.origin() == OptionValue.Origin.NAMESPACE);
    findings.add(
        manifest,
        rule,
        field(name.annotation()),
        inherited ? message + " (set on the Namespace)" : message);
  }
}
