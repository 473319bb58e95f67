package dev.hpa.api.flat;

/**
 * Where the versions with flat metrics differ.
 *
 * @param keepsContainer whether the container of a container resource survives in metric specs
 * @param keepsZeroValue whether an Object metric with an average value also gets its target value
 *     when that is zero; such a metric then no longer passes validation
 */
public record FlatDialect(boolean keepsContainer, boolean keepsZeroValue) {

  /** The annotations of autoscaling/v1 as of Kubernetes 1.36. */
  public static final FlatDialect V1 = new FlatDialect(true, false);

  /** The fields of autoscaling/v2beta1 as of Kubernetes 1.28, the last release with their code. */
  public static final FlatDialect V2BETA1 = new FlatDialect(false, true);
}
