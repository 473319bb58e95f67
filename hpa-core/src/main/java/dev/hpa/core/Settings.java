package dev.hpa.core;

import dev.hpa.core.options.Options;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings that decisions depend on. The defaults are those of kube-controller-manager's flags
 * and feature gates. Immutable.
 *
 * @param tolerance deviation of a metric's ratio from 1 that is ignored, in both directions; 0.1 is
 *     10 %
 * @param downscaleStabilization the stabilization window of scale-downs that have none in {@code
 *     spec.behavior}
 * @param cpuInitializationPeriod time after a pod's start in which its CPU samples may be ignored
 * @param initialReadinessDelay time after a pod's start in which a change to not ready is treated
 *     as never having been ready
 * @param scaleToZero feature gate HPAScaleToZero
 * @param configurableTolerance feature gate HPAConfigurableTolerance
 * @param podLevelResources feature gate PodLevelResources
 * @param differences the differences from upstream
 */
public record Settings(
    double tolerance,
    Duration downscaleStabilization,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay,
    boolean scaleToZero,
    boolean configurableTolerance,
    boolean podLevelResources,
    UpstreamDifferences differences) {

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
          UpstreamDifferences.NONE);

  /** These settings with what the options of an autoscaler replace. */
  public Settings with(Options options) {
    if (options.cpuInitializationPeriod() == null && options.initialReadinessDelay() == null) {
      return this;
    }
    return new Settings(
        tolerance,
        downscaleStabilization,
        Objects.requireNonNullElse(options.cpuInitializationPeriod(), cpuInitializationPeriod),
        Objects.requireNonNullElse(options.initialReadinessDelay(), initialReadinessDelay),
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        differences);
  }

  /** These settings with other differences from upstream. */
  public Settings with(UpstreamDifferences value) {
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
