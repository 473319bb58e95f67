package dev.hpa.core;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.core.options.Options;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings that decisions depend on. The defaults are those of kube-controller-manager's flags
 * and feature gates. Immutable.
 *
 * @param version the release whose decisions, conditions and messages are reproduced
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
 * @param observesGeneration feature gate HPAGeneration: whether the status has the generation of
 *     the spec that was reconciled, and a changed spec is reconciled at once
 * @param differences the differences from upstream
 */
public record Settings(
    KubernetesVersion version,
    double tolerance,
    Duration downscaleStabilization,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay,
    boolean scaleToZero,
    boolean configurableTolerance,
    boolean podLevelResources,
    boolean observesGeneration,
    UpstreamDifferences differences) {

  /** The defaults of Kubernetes v1.36. */
  public static final Settings DEFAULTS = defaults(KubernetesVersion.V1_36);

  /** The defaults of a release. */
  public static Settings defaults(KubernetesVersion version) {
    return new Settings(
        version,
        0.1,
        Duration.ofMinutes(5),
        Duration.ofMinutes(5),
        Duration.ofSeconds(30),
        version.gates().scaleToZero(),
        version.gates().configurableTolerance(),
        true,
        version.hasGenerations(),
        UpstreamDifferences.NONE);
  }

  /** These settings with what the options of an autoscaler replace. */
  public Settings with(Options options) {
    if (options.cpuInitializationPeriod() == null && options.initialReadinessDelay() == null) {
      return this;
    }
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        Objects.requireNonNullElse(options.cpuInitializationPeriod(), cpuInitializationPeriod),
        Objects.requireNonNullElse(options.initialReadinessDelay(), initialReadinessDelay),
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with a release and the defaults of its feature gates. */
  public Settings emulating(KubernetesVersion release) {
    Settings base = defaults(release);
    return new Settings(
        release,
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        base.scaleToZero,
        base.configurableTolerance,
        base.podLevelResources,
        base.observesGeneration,
        differences);
  }

  /** These settings with other differences from upstream. */
  public Settings with(UpstreamDifferences value) {
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        value);
  }

  /** These settings with another tolerance. */
  public Settings withTolerance(double value) {
    return new Settings(
        version,
        value,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with another stabilization window of scale-downs. */
  public Settings withDownscaleStabilization(Duration value) {
    return new Settings(
        version,
        tolerance,
        value,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with another CPU initialization period. */
  public Settings withCpuInitializationPeriod(Duration value) {
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        value,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with another initial readiness delay. */
  public Settings withInitialReadinessDelay(Duration value) {
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        value,
        scaleToZero,
        configurableTolerance,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with another state of the feature gate HPAConfigurableTolerance. */
  public Settings withConfigurableTolerance(boolean value) {
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        value,
        podLevelResources,
        observesGeneration,
        differences);
  }

  /** These settings with another state of the feature gate PodLevelResources. */
  public Settings withPodLevelResources(boolean value) {
    return new Settings(
        version,
        tolerance,
        downscaleStabilization,
        cpuInitializationPeriod,
        initialReadinessDelay,
        scaleToZero,
        configurableTolerance,
        value,
        observesGeneration,
        differences);
  }
}
