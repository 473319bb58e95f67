package dev.hpa.cli.lint;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.core.options.Fallback;
import dev.hpa.core.options.Fallback.Strategy;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;

/** Rules for what failed metrics propose. */
final class FallbackRules {

  private final Manifest manifest;
  private final Options options;
  private final Fallback fallback;
  private final Findings findings;

  private FallbackRules(Manifest manifest, Options options, Fallback fallback, Findings findings) {
    this.manifest = manifest;
    this.options = options;
    this.fallback = fallback;
    this.findings = findings;
  }

  /** Checks an autoscaler, if it has a fallback. */
  static void check(
      Manifest manifest, HorizontalPodAutoscaler autoscaler, Options options, Findings findings) {
    Fallback fallback = options.fallback();
    if (fallback != null) {
      FallbackRules rules = new FallbackRules(manifest, options, fallback, findings);
      rules.bounds(autoscaler.spec());
      rules.zero(autoscaler.spec());
      rules.scaleDown(autoscaler);
    }
  }

  private void bounds(HpaSpec spec) {
    Integer replicas = fallback.replicas();
    if (replicas == null) {
      return;
    }
    if (replicas < spec.minReplicasOrDefault()) {
      warn(
          LintRule.FALLBACK_OUTSIDE_BOUNDS,
          OptionKey.FALLBACK_REPLICAS,
          replicas + " is below minReplicas " + spec.minReplicasOrDefault());
    } else if (spec.maxReplicas() > 0 && replicas > spec.maxReplicas()) {
      warn(
          LintRule.FALLBACK_OUTSIDE_BOUNDS,
          OptionKey.FALLBACK_REPLICAS,
          replicas + " is above maxReplicas " + spec.maxReplicas());
    }
  }

  private void zero(HpaSpec spec) {
    if (spec.minReplicasOrDefault() != 0) {
      return;
    }
    boolean wakes = fallback.strategy() == Strategy.STATIC;
    warn(
        LintRule.FALLBACK_AT_ZERO,
        wakes ? OptionKey.FALLBACK_REPLICAS : OptionKey.FALLBACK_STRATEGY,
        wakes
            ? "a metric that fails for %s scales the target from 0 to %s replicas"
                .formatted(GoDuration.format(fallback.after()), fallback.replicas())
            : "at 0 replicas " + fallback.strategy() + " proposes 0");
  }

  /**
   * Plain manifests do not show how many replicas the load needs; the status of a live object does.
   */
  private void scaleDown(HorizontalPodAutoscaler autoscaler) {
    Integer replicas = fallback.replicas();
    if (replicas == null || replicas >= autoscaler.spec().maxReplicas()) {
      return;
    }
    int needed = autoscaler.status().desiredReplicas();
    if (fallback.strategy() == Strategy.CURRENT_REPLICAS_IF_LOWER) {
      warn(
          LintRule.FALLBACK_SCALES_DOWN,
          OptionKey.FALLBACK_STRATEGY,
          "a target with more than " + replicas + " replicas is scaled down while metrics fail");
    } else if (fallback.strategy() == Strategy.STATIC && needed > replicas) {
      warn(
          LintRule.FALLBACK_SCALES_DOWN,
          OptionKey.FALLBACK_REPLICAS,
          "the target needs %d replicas now, and is scaled down to %d while metrics fail"
              .formatted(needed, replicas));
    }
  }

  private void warn(LintRule rule, OptionKey key, String message) {
    OptionRules.warn(manifest, options, rule, key, message, findings);
  }
}
