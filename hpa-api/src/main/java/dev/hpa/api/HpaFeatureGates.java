package dev.hpa.api;

/**
 * The feature gates of the API server that control HPA fields.
 *
 * @param scaleToZero {@code HPAScaleToZero}: allows {@code minReplicas: 0}
 * @param configurableTolerance {@code HPAConfigurableTolerance}: keeps the {@code tolerance} of a
 *     direction
 */
public record HpaFeatureGates(boolean scaleToZero, boolean configurableTolerance) {

  /** The defaults of Kubernetes 1.36. */
  public static final HpaFeatureGates DEFAULT = KubernetesVersion.V1_36.gates();
}
