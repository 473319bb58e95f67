package dev.hpa.core;

import java.time.Duration;

/**
 * The settings decisions depend on; the defaults are those of kube-controller-manager's flags.
 *
 * @param tolerance deviation of a metric's ratio from 1 that is ignored, in both directions
 * @param downscaleStabilization how long a higher recommendation holds back a scale-down
 * @param cpuInitializationPeriod time after a pod's start in which its CPU samples may be ignored
 * @param initialReadinessDelay time after a pod's start in which becoming unready counts as never
 *     having been ready
 * @param scaleToZero feature gate HPAScaleToZero
 * @param configurableTolerance feature gate HPAConfigurableTolerance
 * @param podLevelResources feature gate PodLevelResources
 * @param differences what is meant to be unlike upstream
 */
public record Settings(
    double tolerance,
    Duration downscaleStabilization,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay,
    boolean scaleToZero,
    boolean configurableTolerance,
    boolean podLevelResources,
    Differences differences) {

  /** Upstream's defaults. */
  public static final Settings DEFAULTS =
      new Settings(
          0.1,
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          false,
          true,
          true,
          Differences.NONE);

  /** These settings with other differences from upstream. */
  public Settings with(Differences value) {
    return new Settings(
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        value);
  }
}
