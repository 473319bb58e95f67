package dev.hpa.api;

/**
 * The feature gates of the API server that decide which HPA fields may be set.
 *
 * @param scaleToZero {@code HPAScaleToZero}: zero is a lower bound anyone may set
 * @param configurableTolerance {@code HPAConfigurableTolerance}: the tolerance of a direction is
 *     kept
 */
public record HpaGates(boolean scaleToZero, boolean configurableTolerance) {

  /** The defaults of Kubernetes 1.36. */
  public static final HpaGates DEFAULT = new HpaGates(false, true);
}
