package dev.hpa.core.settings;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.QuantityRules;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.RequestBase;
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

  /** The defaults of the {@linkplain KubernetesVersion#DEFAULT default release}. */
  public static final Settings DEFAULTS = defaults(KubernetesVersion.DEFAULT);

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

  /** The feature gates of an API server whose controller has these settings. */
  public HpaFeatureGates gates() {
    return new HpaFeatureGates(scaleToZero, configurableTolerance, observesGeneration);
  }

  /** These settings with what the options of an autoscaler replace. */
  public Settings with(Options options) {
    boolean ofLimits = options.requestBase() == RequestBase.LIMITS;
    if (!ofLimits
        && options.cpuInitializationPeriod() == null
        && options.initialReadinessDelay() == null) {
      return this;
    }
    return copy()
        .differences(ofLimits ? differences.ofLimits() : differences)
        .cpuInitializationPeriod(
            Objects.requireNonNullElse(options.cpuInitializationPeriod(), cpuInitializationPeriod))
        .initialReadinessDelay(
            Objects.requireNonNullElse(options.initialReadinessDelay(), initialReadinessDelay))
        .build();
  }

  /** These settings with a release and the defaults of its feature gates. */
  public Settings emulating(KubernetesVersion release) {
    return defaults(release)
        .copy()
        .tolerance(tolerance)
        .downscaleStabilization(downscaleStabilization)
        .cpuInitializationPeriod(cpuInitializationPeriod)
        .initialReadinessDelay(initialReadinessDelay)
        .differences(differences)
        .build();
  }

  /** Whether decisions have a fix of a later release. */
  public boolean has(UpstreamFix fix) {
    return version.hasUpstreamFixes() || differences.fixes().contains(fix);
  }

  /** How quantities are converted and added. */
  public QuantityRules quantities() {
    return has(UpstreamFix.QUANTITY_OVERFLOW) ? QuantityRules.SATURATING : version.quantities();
  }

  /** These settings with other differences from upstream. */
  public Settings with(UpstreamDifferences value) {
    return copy().differences(value).build();
  }

  /** Returns a builder that starts with these settings. */
  public Builder copy() {
    return new Builder(this);
  }

  /** Builds a modified copy. The release and its feature gates stay unless they are set. */
  public static final class Builder {
    private final Settings original;
    private double tolerance;
    private Duration downscaleStabilization;
    private Duration cpuInitializationPeriod;
    private Duration initialReadinessDelay;
    private boolean configurableTolerance;
    private boolean podLevelResources;
    private UpstreamDifferences differences;

    private Builder(Settings original) {
      this.original = original;
      this.tolerance = original.tolerance;
      this.downscaleStabilization = original.downscaleStabilization;
      this.cpuInitializationPeriod = original.cpuInitializationPeriod;
      this.initialReadinessDelay = original.initialReadinessDelay;
      this.configurableTolerance = original.configurableTolerance;
      this.podLevelResources = original.podLevelResources;
      this.differences = original.differences;
    }

    public Builder tolerance(double value) {
      tolerance = value;
      return this;
    }

    public Builder downscaleStabilization(Duration value) {
      downscaleStabilization = value;
      return this;
    }

    public Builder cpuInitializationPeriod(Duration value) {
      cpuInitializationPeriod = value;
      return this;
    }

    public Builder initialReadinessDelay(Duration value) {
      initialReadinessDelay = value;
      return this;
    }

    public Builder configurableTolerance(boolean value) {
      configurableTolerance = value;
      return this;
    }

    public Builder podLevelResources(boolean value) {
      podLevelResources = value;
      return this;
    }

    public Builder differences(UpstreamDifferences value) {
      differences = value;
      return this;
    }

    public Settings build() {
      return new Settings(
          original.version,
          tolerance,
          downscaleStabilization,
          cpuInitializationPeriod,
          initialReadinessDelay,
          original.scaleToZero,
          configurableTolerance,
          podLevelResources,
          original.observesGeneration,
          differences);
    }
  }
}
