package dev.hpa.cli.lint;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Quantity;
import dev.hpa.cli.manifests.Manifest;
import java.time.Duration;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Rules for stabilization windows, policies and tolerances. */
final class PolicyRules {

  /** The controller's default tolerance. */
  static final double DEFAULT_TOLERANCE = 0.1;

  private static final String UP = "spec.behavior.scaleUp";
  private static final String DOWN = "spec.behavior.scaleDown";

  /** Half of the pods per minute: a wave of a few minutes affects most of the workload. */
  private static final double FAST_PERCENT_PER_MINUTE = 50;

  private final Manifest manifest;
  private final HpaSpec spec;
  private final LintOptions options;
  private final Findings findings;

  private PolicyRules(Manifest manifest, HpaSpec spec, LintOptions options, Findings findings) {
    this.manifest = manifest;
    this.spec = spec;
    this.options = options;
    this.findings = findings;
  }

  static void check(Manifest manifest, HpaSpec spec, LintOptions options, Findings findings) {
    new PolicyRules(manifest, spec, options, findings).check();
  }

  private void check() {
    Behavior behavior = spec.behavior();
    ScalingRules up = behavior == null ? null : behavior.scaleUp();
    ScalingRules down = behavior == null ? null : behavior.scaleDown();
    if (isDisabled(up) && isDisabled(down)) {
      warn(LintRule.NEVER_SCALES, "spec.behavior", "scaling up and scaling down are both disabled");
    }
    rules(up, UP);
    rules(down, DOWN);
    flapping(up, down);
    if (!isDisabled(up)) {
      // From n pods up to the bound, n is at most one below it.
      step(up, UP, spec.maxReplicas() - 1, "more");
    }
    if (!isDisabled(down)) {
      step(down, DOWN, spec.maxReplicas(), "fewer");
    }
  }

  private static boolean isDisabled(@Nullable ScalingRules rules) {
    return rules != null && ScalingRules.DISABLED.equals(rules.selectPolicy());
  }

  private void rules(@Nullable ScalingRules rules, String path) {
    if (rules == null) {
      return;
    }
    Integer window = rules.stabilizationWindowSeconds();
    if (window != null && window > 0 && isShort(window)) {
      warn(LintRule.SHORTER_THAN_SYNC, path + ".stabilizationWindowSeconds", isShorter(window));
    }
    for (int i = 0; i < rules.policiesOrEmpty().size(); i++) {
      int period = rules.policiesOrEmpty().get(i).periodSeconds();
      if (period > 0 && isShort(period)) {
        String policy = path + ".policies[" + i + "]";
        warn(LintRule.SHORTER_THAN_SYNC, policy + ".periodSeconds", isShorter(period));
      }
    }
    if (rules.tolerance() != null && !options.gates().configurableTolerance()) {
      warn(LintRule.DROPPED_TOLERANCE, path + ".tolerance", "the API server drops the tolerance");
    }
  }

  private boolean isShort(int seconds) {
    return Duration.ofSeconds(seconds).compareTo(options.syncPeriod()) < 0;
  }

  private String isShorter(int seconds) {
    return seconds
        + " s are shorter than the sync period of "
        + GoDuration.format(options.syncPeriod());
  }

  private void flapping(@Nullable ScalingRules up, @Nullable ScalingRules down) {
    if (down == null
        || isDisabled(up)
        || isDisabled(down)
        || isFixed()
        || spec.maxReplicas() <= 0
        || window(down, 1) != 0
        || window(up, 0) != 0
        || percentPerMinute(up) < FAST_PERCENT_PER_MINUTE
        || percentPerMinute(down) < FAST_PERCENT_PER_MINUTE) {
      return;
    }
    warn(
        LintRule.FLAPPING_BEHAVIOR,
        DOWN + ".stabilizationWindowSeconds",
        "both directions change at least half of the pods within a minute, without stabilization");
  }

  private static int window(@Nullable ScalingRules rules, int unset) {
    Integer window = rules == null ? null : rules.stabilizationWindowSeconds();
    return window == null ? unset : window;
  }

  /** The share of maxReplicas that may change within a minute; without policies, all. */
  private double percentPerMinute(@Nullable ScalingRules rules) {
    if (rules == null || rules.policiesOrEmpty().isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    DoubleStream rates =
        rules.policiesOrEmpty().stream()
            .filter(policy -> policy.periodSeconds() > 0)
            .mapToDouble(this::percentPerMinute);
    return ScalingRules.MIN.equals(rules.selectPolicy())
        ? rates.min().orElse(0)
        : rates.max().orElse(0);
  }

  private double percentPerMinute(ScalingPolicy policy) {
    double perMinute = policy.value() * 60.0 / policy.periodSeconds();
    return policy.type().equals(ScalingPolicy.PERCENT)
        ? perMinute
        : perMinute * 100 / spec.maxReplicas();
  }

  /**
   * Compares the autoscaler's tolerance with the smallest step, the one at the largest number of
   * pods. The controller's default tolerance intentionally skips single pods of large workloads; it
   * is reported only if it exceeds the steps at all sizes within the bounds.
   *
   * @param largest the largest number of pods to take the step from
   */
  private void step(@Nullable ScalingRules rules, String path, int largest, String direction) {
    Quantity own =
        rules == null || !options.gates().configurableTolerance() ? null : rules.tolerance();
    double tolerance = own == null ? DEFAULT_TOLERANCE : own.approximateDouble();
    int from = own == null ? spec.minReplicasOrDefault() : largest;
    if (from < 1 || largest < spec.minReplicasOrDefault() || isFixed() || tolerance * from < 1) {
      return;
    }
    warn(
        LintRule.TOLERANCE_HIDES_STEP,
        own == null ? "spec.minReplicas" : path + ".tolerance",
        "at %d pods one pod %s is a step of 1/%d = %s, within the tolerance of %s"
            .formatted(
                from,
                direction,
                from,
                rounded(1.0 / from),
                own == null
                    ? "0.1, the controller's default; more pods make the step smaller"
                    : own));
  }

  private boolean isFixed() {
    return spec.minReplicasOrDefault() == spec.maxReplicas();
  }

  private static String rounded(double value) {
    return String.valueOf(Math.round(value * 1000) / 1000.0);
  }

  private void warn(LintRule rule, String field, String message) {
    findings.add(manifest, rule, field, message);
  }
}
