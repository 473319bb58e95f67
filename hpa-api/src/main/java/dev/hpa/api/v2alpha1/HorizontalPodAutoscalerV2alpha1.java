package dev.hpa.api.v2alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.v2beta1.HorizontalPodAutoscalerV2beta1;
import org.jspecify.annotations.Nullable;

/**
 * A HorizontalPodAutoscaler in autoscaling/v2alpha1. Its fields are a subset of those of v2beta1:
 * only Object, Pods and Resource metrics, without selectors and without the average value of Object
 * metrics.
 */
public record HorizontalPodAutoscalerV2alpha1(
    String kind,
    String apiVersion,
    ObjectMeta metadata,
    HorizontalPodAutoscalerV2beta1.Spec spec,
    HorizontalPodAutoscalerV2beta1.Status status) {

  /** The apiVersion of this version. */
  public static final String API_VERSION = "autoscaling/v2alpha1";

  @JsonCreator
  static HorizontalPodAutoscalerV2alpha1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") HorizontalPodAutoscalerV2beta1.@Nullable Spec spec,
      @JsonProperty("status") HorizontalPodAutoscalerV2beta1.@Nullable Status status) {
    return of(
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? HorizontalPodAutoscalerV2beta1.Spec.EMPTY : spec,
        status == null ? HorizontalPodAutoscalerV2beta1.Status.EMPTY : status);
  }

  static HorizontalPodAutoscalerV2alpha1 of(
      ObjectMeta metadata,
      HorizontalPodAutoscalerV2beta1.Spec spec,
      HorizontalPodAutoscalerV2beta1.Status status) {
    return new HorizontalPodAutoscalerV2alpha1(
        HorizontalPodAutoscaler.KIND,
        API_VERSION,
        metadata,
        V2alpha1Conversion.supported(spec),
        V2alpha1Conversion.supported(status));
  }
}
