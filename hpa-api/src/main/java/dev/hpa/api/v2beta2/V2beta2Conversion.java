package dev.hpa.api.v2beta2;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ReservedAnnotations;

/**
 * Converts between autoscaling/v2beta2 and the hub: field by field, with tolerances in annotations.
 */
public final class V2beta2Conversion {

  private V2beta2Conversion() {}

  /** Applies the defaults of v2beta2, which are those of v2; idempotent. */
  public static HorizontalPodAutoscalerV2beta2 withDefaults(HorizontalPodAutoscalerV2beta2 object) {
    return HorizontalPodAutoscalerV2beta2.of(
        object.metadata(), HpaDefaults.apply(object.spec()), object.status());
  }

  /**
   * Converts to the hub version.
   *
   * @throws IllegalArgumentException if a tolerance annotation is not a quantity
   */
  public static HorizontalPodAutoscaler toHub(HorizontalPodAutoscalerV2beta2 object) {
    HorizontalPodAutoscalerV2beta2.Status status = object.status();
    return HorizontalPodAutoscaler.of(
        ReservedAnnotations.scrub(object.metadata()),
        Tolerance.restored(object.spec(), object.metadata()),
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            status.currentMetrics(),
            status.conditions()));
  }

  /** Converts from the hub version. */
  public static HorizontalPodAutoscalerV2beta2 fromHub(HorizontalPodAutoscaler hub) {
    HpaStatus status = hub.status();
    return HorizontalPodAutoscalerV2beta2.of(
        ReservedAnnotations.replace(hub.metadata(), Tolerance.annotations(hub.spec())),
        Tolerance.removed(hub.spec()),
        new HorizontalPodAutoscalerV2beta2.Status(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            status.currentMetrics(),
            status.conditions()));
  }
}
