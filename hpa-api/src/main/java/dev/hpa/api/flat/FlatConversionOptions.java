package dev.hpa.api.flat;

/**
 * Differences between the versions with flat metrics.
 *
 * @param keepsContainer whether the container of a ContainerResource metric is kept in metric specs
 * @param keepsZeroValue whether an Object metric with an average value also gets its target value
 *     if that is zero; such a metric fails validation
 * @param writesUnsetTolerance whether the behavior annotation has tolerance fields even if no
 *     tolerance is set
 */
public record FlatConversionOptions(
    boolean keepsContainer, boolean keepsZeroValue, boolean writesUnsetTolerance) {

  /** The annotations of autoscaling/v1 as of Kubernetes 1.36. */
  public static final FlatConversionOptions V1 = new FlatConversionOptions(true, false, true);

  /** The annotations of autoscaling/v1 as of Kubernetes 1.28. */
  public static final FlatConversionOptions V1_OF_1_28 =
      new FlatConversionOptions(true, true, false);

  /** The fields of autoscaling/v2beta1 as of Kubernetes 1.28, the last release with their code. */
  public static final FlatConversionOptions V2BETA1 = new FlatConversionOptions(false, true, false);
}
