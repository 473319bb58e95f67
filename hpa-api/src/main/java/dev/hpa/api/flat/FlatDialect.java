package dev.hpa.api.flat;

/**
 * Where the versions with flat metrics differ.
 *
 * @param keepsContainer whether the container of a container resource survives in metric specs
 * @param keepsZeroValue whether an Object metric with an average value also gets its target value
 *     when that is zero; such a metric then no longer passes validation
 * @param writesUnsetTolerance whether a behavior's text has members for tolerances even if none is
 *     set
 */
public record FlatDialect(
    boolean keepsContainer, boolean keepsZeroValue, boolean writesUnsetTolerance) {

  /** The annotations of autoscaling/v1 as of Kubernetes 1.36. */
  public static final FlatDialect V1 = new FlatDialect(true, false, true);

  /** The annotations of autoscaling/v1 as of Kubernetes 1.28. */
  public static final FlatDialect V1_OF_1_28 = new FlatDialect(true, true, false);

  /** The fields of autoscaling/v2beta1 as of Kubernetes 1.28, the last release with their code. */
  public static final FlatDialect V2BETA1 = new FlatDialect(false, true, false);
}
