package dev.hpa.app.cli;

import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.core.UpstreamDifferences;
import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The flags of kube-controller-manager that decisions depend on, with its names and defaults, and
 * those of the differences from it.
 */
public final class DecisionFlags {

  @Option(
      names = "--horizontal-pod-autoscaler-tolerance",
      paramLabel = "NUMBER",
      converter = GoNumbers.Float64.class,
      defaultValue = "0.1",
      description =
          "Deviation of a metric's ratio from 1 that is ignored (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--horizontal-pod-autoscaler-downscale-stabilization",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5m0s",
      description =
          "How long a higher recommendation holds back a scale-down (default: ${DEFAULT-VALUE}).")
  private Duration downscaleStabilization = Duration.ofMinutes(5);

  @Option(
      names = "--horizontal-pod-autoscaler-cpu-initialization-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5m0s",
      description =
          "Time after a pod's start in which its CPU samples may be ignored (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration cpuInitializationPeriod = Duration.ofMinutes(5);

  @Option(
      names = "--horizontal-pod-autoscaler-initial-readiness-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "30s",
      description =
          "Time after a pod's start in which becoming unready counts as never having been ready"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration initialReadinessDelay = Duration.ofSeconds(30);

  @Option(
      names = "--horizontal-pod-autoscaler-upscale-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "As up to Kubernetes 1.11: no scale-up within this time after the last change (off by"
              + " default; it was 3m0s then).")
  private @Nullable Duration upscaleDelay;

  @Option(
      names = "--horizontal-pod-autoscaler-downscale-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "As up to Kubernetes 1.11: no scale-down within this time after the last change (off by"
              + " default; it was 5m0s then).")
  private @Nullable Duration downscaleDelay;

  @Option(
      names = "--horizontal-pod-autoscaler-formula",
      paramLabel = "FORMULA",
      defaultValue = "ratio",
      description =
          "How per-pod metrics lead to a count: ratio, or sum as in Kubernetes 1.1, the pods' values"
              + " added up and divided by the target (default: ${DEFAULT-VALUE}).")
  private UpstreamDifferences.Formula formula = UpstreamDifferences.NONE.formula();

  @Option(
      names = "--horizontal-pod-autoscaler-utilization-of",
      paramLabel = "BASE",
      defaultValue = "requests",
      description =
          "What utilization is a percentage of: requests or limits (default: ${DEFAULT-VALUE}).")
  private UpstreamDifferences.UtilizationBase utilizationBase = UpstreamDifferences.NONE.utilizationBase();

  @Option(
      names = "--horizontal-pod-autoscaler-metric-aggregation",
      paramLabel = "RULE",
      defaultValue = "maximum",
      description =
          "How the proposals of several metrics become one: maximum, minimum or average (default:"
              + " ${DEFAULT-VALUE}).")
  private UpstreamDifferences.Aggregation aggregation = UpstreamDifferences.NONE.aggregation();

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description =
          "Feature gates of Kubernetes. Those with an effect: HPAScaleToZero (default false),"
              + " HPAConfigurableTolerance (default true), PodLevelResources (default true).")
  private List<String> gates = new ArrayList<>();

  /** The feature gates of a release, as set by these flags. */
  FeatureGates gates(EffectiveVersion version) {
    try {
      return FeatureGates.of(gates, version);
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }

  /** The settings these flags stand for, where no pods are marked before a scale-down. */
  public Settings settings() {
    return settings(gates(EffectiveVersion.OWN), false);
  }

  /**
   * The same with what depends on more than these flags.
   *
   * @param deletionCostHints whether pods are marked before a scale-down
   */
  public Settings settings(FeatureGates on, boolean deletionCostHints) {
    return new Settings(
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        on.enabled("HPAScaleToZero"),
        on.enabled("HPAConfigurableTolerance"),
        on.enabled("PodLevelResources"),
        new UpstreamDifferences(
            upscaleDelay, downscaleDelay, formula, utilizationBase, aggregation, deletionCostHints));
  }
}
