package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The flags that affect decisions: those of kube-controller-manager, with its names and defaults,
 * and those of this project.
 */
public final class DecisionFlags extends FlagGroup {

  private final Flag<Double> tolerance =
      flag(
          "horizontal-pod-autoscaler-tolerance",
          "NUMBER",
          FlagTypes.FLOAT64,
          "0.1",
          "No scaling while the ratio of a metric to its target differs from 1.0 by at most"
              + " this value; behavior.*.tolerance overrides it (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> downscaleStabilization =
      duration(
          "horizontal-pod-autoscaler-downscale-stabilization",
          "5m0s",
          "Downscale stabilization window: the highest recommendation within it limits a"
              + " scale-down; behavior.scaleDown.stabilizationWindowSeconds overrides it"
              + " (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> cpuInitializationPeriod =
      duration(
          "horizontal-pod-autoscaler-cpu-initialization-period",
          "5m0s",
          "Period after the start of a pod in which its CPU samples are ignored while it is"
              + " unready, or if their window begins before it became ready (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<Duration> initialReadinessDelay =
      duration(
          "horizontal-pod-autoscaler-initial-readiness-delay",
          "30s",
          "Initial readiness delay: a pod whose last change to unready lies in this period"
              + " after its start counts as never having been ready (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<Duration> upscaleDelay =
      optional(
          "horizontal-pod-autoscaler-upscale-delay",
          "DURATION",
          FlagTypes.DURATION,
          "Minimum time between the last scale event and a scale-up, as in Kubernetes"
              + " 1.11 and older, where it was 3m0s (default: off).");

  private final Flag<Duration> downscaleDelay =
      optional(
          "horizontal-pod-autoscaler-downscale-delay",
          "DURATION",
          FlagTypes.DURATION,
          "Minimum time between the last scale event and a scale-down, as in Kubernetes"
              + " 1.11 and older, where it was 5m0s (default: off).");

  private final Flag<UpstreamDifferences.Formula> formula =
      flag(
          "horizontal-pod-autoscaler-formula",
          "FORMULA",
          new FlagTypes.OneOf<>(UpstreamDifferences.Formula.class),
          "ratio",
          "How per-pod metrics are converted to a replica count: ratio, or sum (the sum"
              + " of the pods' values divided by the target), as in Kubernetes 1.1 (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<UpstreamDifferences.UtilizationBase> utilizationBase =
      flag(
          "horizontal-pod-autoscaler-utilization-base",
          "BASE",
          new FlagTypes.OneOf<>(UpstreamDifferences.UtilizationBase.class),
          "requests",
          "Base of utilization percentages: requests or limits (default: ${DEFAULT-VALUE}).");

  private final Flag<UpstreamDifferences.Aggregation> aggregation =
      flag(
          "horizontal-pod-autoscaler-metric-aggregation",
          "RULE",
          new FlagTypes.OneOf<>(UpstreamDifferences.Aggregation.class),
          "maximum",
          "How the proposals of several metrics are combined: maximum, minimum or average"
              + " (default: ${DEFAULT-VALUE}).");

  private final Flag<List<String>> fixes =
      repeatable(
          "upstream-fixes",
          "1.38|NAME,...",
          "Fixes of decisions that later releases of Kubernetes have: 1.38 for all, or any of "
              + Arrays.stream(UpstreamFix.values())
                  .map(UpstreamFix::toString)
                  .collect(Collectors.joining(", "))
              + " (default: none).");

  private final Flag<List<String>> gates =
      repeatable(
          "feature-gates",
          "NAME=BOOL,...",
          "Feature gates of Kubernetes. These have an effect: HPAScaleToZero (default false"
              + " in 1.36, true since 1.37), HPAConfigurableTolerance (default true, locked since"
              + " 1.37), PodLevelResources (default true), StaleControllerConsistencyHPA (since"
              + " 1.37, default true) and HPAGeneration (since 1.37, default true, locked since"
              + " 1.38).");

  /** The feature gates of a release, with the overrides of these flags. */
  FeatureGates gates(EffectiveVersion version) {
    try {
      return FeatureGates.of(gates.get(), version);
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }

  /** The settings that these flags set for the default release, without deletion cost hints. */
  public Settings settings() {
    return settings(KubernetesVersion.DEFAULT);
  }

  /** The settings that these flags set for a release, without deletion cost hints. */
  public Settings settings(KubernetesVersion version) {
    return settings(gates(EffectiveVersion.of(version)), version, false);
  }

  /**
   * The settings that these flags set beside a server.
   *
   * @param version the release to reproduce
   * @param server the release whose feature gates apply, such as {@code 1.34}; empty for that to
   *     reproduce
   */
  public Settings settings(KubernetesVersion version, String server) {
    return server.isEmpty()
        ? settings(version)
        : settings(gates(EffectiveVersion.of(List.of(server), List.of())), version, false);
  }

  /**
   * The settings that these flags set.
   *
   * @param on the feature gates
   * @param version the release to reproduce
   * @param deletionCostHints whether pods are annotated before a scale-down
   */
  public Settings settings(FeatureGates on, KubernetesVersion version, boolean deletionCostHints) {
    return new Settings(
        version,
        tolerance.get(),
        downscaleStabilization.get(),
        cpuInitializationPeriod.get(),
        initialReadinessDelay.get(),
        on.enabled("HPAScaleToZero"),
        on.enabled("HPAConfigurableTolerance"),
        on.enabled("PodLevelResources"),
        on.enabled("HPAGeneration"),
        new UpstreamDifferences(
            upscaleDelay.orNull(),
            downscaleDelay.orNull(),
            formula.get(),
            utilizationBase.get(),
            aggregation.get(),
            deletionCostHints,
            fixes()));
  }

  private Set<UpstreamFix> fixes() {
    try {
      return UpstreamFix.parse(fixes.get());
    } catch (IllegalArgumentException problem) {
      throw new UsageException("--upstream-fixes: " + problem.getMessage(), problem);
    }
  }
}
