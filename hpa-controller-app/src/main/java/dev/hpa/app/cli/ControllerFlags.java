package dev.hpa.app.cli;

import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The flags of kube-controller-manager that concern this controller, with its names and defaults.
 */
final class ControllerFlags {

  @Option(
      names = "--horizontal-pod-autoscaler-sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "Time from one look at an autoscaler to the next (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--horizontal-pod-autoscaler-tolerance",
      paramLabel = "NUMBER",
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
          "Time after a pod's start in which its CPU samples are doubted (default:"
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
      names = "--concurrent-horizontal-pod-autoscaler-syncs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Autoscalers reconciled at the same time (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL",
      split = ",",
      description =
          "Feature gates: HPAScaleToZero (default false), HPAConfigurableTolerance (default true),"
              + " PodLevelResources (default true).")
  private Map<String, String> gates = new LinkedHashMap<>();

  /** The options these flags stand for. */
  ControllerOptions options() {
    if (workers < 1) {
      throw new UsageException(
          "concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got " + workers);
    }
    if (!syncPeriod.isPositive()) {
      throw new UsageException(
          "horizontal-pod-autoscaler-sync-period must be greater than 0; give a duration like 15s");
    }
    FeatureGates given = new FeatureGates(gates);
    Settings settings =
        new Settings(
            tolerance,
            downscaleStabilization,
            cpuInitializationPeriod,
            initialReadinessDelay,
            given.take("HPAScaleToZero", Settings.DEFAULTS.scaleToZero()),
            given.take("HPAConfigurableTolerance", Settings.DEFAULTS.configurableTolerance()),
            given.take("PodLevelResources", Settings.DEFAULTS.podLevelResources()));
    given.requireNoneLeft();
    return new ControllerOptions(settings, syncPeriod, workers);
  }
}
