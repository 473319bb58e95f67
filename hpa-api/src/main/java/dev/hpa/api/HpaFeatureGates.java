package dev.hpa.api;

/**
 * The feature gates of the API server that control HPA fields.
 *
 * @param scaleToZero {@code HPAScaleToZero}: allows {@code minReplicas: 0}
 * @param configurableTolerance {@code HPAConfigurableTolerance}: keeps the {@code tolerance} of a
 *     direction
 * @param generation {@code HPAGeneration}: keeps a {@code metadata.generation}
 */
public record HpaFeatureGates(
    boolean scaleToZero, boolean configurableTolerance, boolean generation) {

  /** The defaults of the {@linkplain KubernetesVersion#DEFAULT default release}. */
  public static final HpaFeatureGates DEFAULT = KubernetesVersion.DEFAULT.gates();

  /** A copy with another value of {@code HPAScaleToZero}. */
  public HpaFeatureGates withScaleToZero(boolean value) {
    return new HpaFeatureGates(value, configurableTolerance, generation);
  }
}
