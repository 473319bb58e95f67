package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.core.Settings;
import dev.hpa.core.UpstreamDifferences;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The flags that affect decisions: those of kube-controller-manager, with its names and defaults,
 * and those of this project.
 */
public final class DecisionFlags {

  @Option(
      names = "--horizontal-pod-autoscaler-tolerance",
      paramLabel = "NUMBER",
      converter = GoNumbers.Float64.class,
      defaultValue = "0.1",
      description =
          "No scaling while the ratio of a metric to its target differs from 1.0 by at most"
              + " this value; behavior.*.tolerance overrides it (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--horizontal-pod-autoscaler-downscale-stabilization",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5m0s",
      description =
          "Downscale stabilization window: the highest recommendation within it limits a"
              + " scale-down; behavior.scaleDown.stabilizationWindowSeconds overrides it"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration downscaleStabilization = Duration.ofMinutes(5);

  @Option(
      names = "--horizontal-pod-autoscaler-cpu-initialization-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5m0s",
      description =
          "Period after the start of a pod in which its CPU samples are ignored while it is"
              + " unready, or if their window begins before it became ready (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration cpuInitializationPeriod = Duration.ofMinutes(5);

  @Option(
      names = "--horizontal-pod-autoscaler-initial-readiness-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "30s",
      description =
          "Initial readiness delay: a pod whose last change to unready lies in this period"
              + " after its start counts as never having been ready (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration initialReadinessDelay = Duration.ofSeconds(30);

  @Option(
      names = "--horizontal-pod-autoscaler-upscale-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Minimum time between the last scale event and a scale-up, as in Kubernetes"
              + " 1.11 and older, where it was 3m0s (default: off).")
  private @Nullable Duration upscaleDelay;

  @Option(
      names = "--horizontal-pod-autoscaler-downscale-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Minimum time between the last scale event and a scale-down, as in Kubernetes"
              + " 1.11 and older, where it was 5m0s (default: off).")
  private @Nullable Duration downscaleDelay;

  @Option(
      names = "--horizontal-pod-autoscaler-formula",
      paramLabel = "FORMULA",
      defaultValue = "ratio",
      description =
          "How per-pod metrics are converted to a replica count: ratio, or sum (the sum"
              + " of the pods' values divided by the target), as in Kubernetes 1.1 (default:"
              + " ${DEFAULT-VALUE}).")
  private UpstreamDifferences.Formula formula = UpstreamDifferences.NONE.formula();

  @Option(
      names = "--horizontal-pod-autoscaler-utilization-base",
      paramLabel = "BASE",
      defaultValue = "requests",
      description =
          "Base of utilization percentages: requests or limits (default:" + " ${DEFAULT-VALUE}).")
  private UpstreamDifferences.UtilizationBase utilizationBase =
      UpstreamDifferences.NONE.utilizationBase();

  @Option(
      names = "--horizontal-pod-autoscaler-metric-aggregation",
      paramLabel = "RULE",
      defaultValue = "maximum",
      description =
          "How the proposals of several metrics are combined: maximum, minimum or average"
              + " (default: ${DEFAULT-VALUE}).")
  private UpstreamDifferences.Aggregation aggregation = UpstreamDifferences.NONE.aggregation();

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description =
          "Feature gates of Kubernetes. These have an effect: HPAScaleToZero (default false"
              + " in 1.36, true in 1.37), HPAConfigurableTolerance (default true, locked in"
              + " 1.37), PodLevelResources (default true), StaleControllerConsistencyHPA (only in"
              + " 1.37, default true).")
  private List<String> gates = new ArrayList<>();

  /** The feature gates of a release, with the overrides of these flags. */
  FeatureGates gates(EffectiveVersion version) {
    try {
      return FeatureGates.of(gates, version);
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }

  /** The settings that these flags set for Kubernetes 1.36, without deletion cost hints. */
  public Settings settings() {
    return settings(KubernetesVersion.RECORDED);
  }

  /** The settings that these flags set for a release, without deletion cost hints. */
  public Settings settings(KubernetesVersion version) {
    return settings(gates(EffectiveVersion.of(version)), version, false);
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
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        on.enabled("HPAScaleToZero"),
        on.enabled("HPAConfigurableTolerance"),
        on.enabled("PodLevelResources"),
        new UpstreamDifferences(
            upscaleDelay,
            downscaleDelay,
            formula,
            utilizationBase,
            aggregation,
            deletionCostHints));
  }
}
