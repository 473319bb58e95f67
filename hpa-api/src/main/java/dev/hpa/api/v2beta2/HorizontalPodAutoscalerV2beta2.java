package dev.hpa.api.v2beta2;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.ObjectMeta;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A HorizontalPodAutoscaler in autoscaling/v2beta2. Its spec never has a tolerance. */
public record HorizontalPodAutoscalerV2beta2(
    String kind, String apiVersion, ObjectMeta metadata, HpaSpec spec, Status status) {

  /** The apiVersion of this version. */
  public static final String API_VERSION = "autoscaling/v2beta2";

  @JsonCreator
  static HorizontalPodAutoscalerV2beta2 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable HpaSpec spec,
      @JsonProperty("status") @Nullable Status status) {
    return of(
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? HpaSpec.EMPTY : Tolerance.removed(spec),
        status == null ? Status.EMPTY : status);
  }

  static HorizontalPodAutoscalerV2beta2 of(ObjectMeta metadata, HpaSpec spec, Status status) {
    return new HorizontalPodAutoscalerV2beta2(
        HorizontalPodAutoscaler.KIND, API_VERSION, metadata, spec, status);
  }

  /**
   * The observed state. {@code currentMetrics} and {@code conditions} are encoded even if unset, as
   * null.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @Nullable Long observedGeneration,
      @Nullable Instant lastScaleTime,
      int currentReplicas,
      int desiredReplicas,
      @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) List<MetricStatus> currentMetrics,
      @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) List<HpaCondition> conditions) {

    static final Status EMPTY = new Status(null, null, 0, 0, null, null);
  }
}
