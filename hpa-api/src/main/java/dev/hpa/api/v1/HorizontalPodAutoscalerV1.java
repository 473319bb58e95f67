package dev.hpa.api.v1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.ObjectMeta;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A HorizontalPodAutoscaler in autoscaling/v1. */
public record HorizontalPodAutoscalerV1(
    String kind, String apiVersion, ObjectMeta metadata, Spec spec, Status status) {

  /** The apiVersion of this version. */
  public static final String API_VERSION = "autoscaling/v1";

  @JsonCreator
  static HorizontalPodAutoscalerV1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable Spec spec,
      @JsonProperty("status") @Nullable Status status) {
    return new HorizontalPodAutoscalerV1(
        HorizontalPodAutoscaler.KIND,
        API_VERSION,
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? Spec.EMPTY : spec,
        status == null ? Status.EMPTY : status);
  }

  static HorizontalPodAutoscalerV1 of(ObjectMeta metadata, Spec spec, Status status) {
    return new HorizontalPodAutoscalerV1(
        HorizontalPodAutoscaler.KIND, API_VERSION, metadata, spec, status);
  }

  /**
   * The desired state.
   *
   * @param minReplicas lower limit in replicas; 1 if unset
   * @param maxReplicas upper limit in replicas
   * @param targetCPUUtilizationPercentage target CPU utilization in percent of the requests
   * @param syncPeriodSeconds as in {@link HpaSpec}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      CrossVersionObjectReference scaleTargetRef,
      @Nullable Integer minReplicas,
      int maxReplicas,
      @Nullable Integer targetCPUUtilizationPercentage,
      @Nullable Integer syncPeriodSeconds) {

    static final Spec EMPTY = new Spec(CrossVersionObjectReference.EMPTY, null, 0, null, null);

    @JsonCreator
    static Spec decode(
        @JsonProperty("scaleTargetRef") @Nullable CrossVersionObjectReference scaleTargetRef,
        @JsonProperty("minReplicas") @Nullable Integer minReplicas,
        @JsonProperty("maxReplicas") int maxReplicas,
        @JsonProperty("targetCPUUtilizationPercentage")
            @Nullable Integer targetCPUUtilizationPercentage,
        @JsonProperty(HpaSpec.SYNC_PERIOD_SECONDS) @Nullable Integer syncPeriodSeconds) {
      return new Spec(
          scaleTargetRef == null ? CrossVersionObjectReference.EMPTY : scaleTargetRef,
          minReplicas,
          maxReplicas,
          targetCPUUtilizationPercentage,
          syncPeriodSeconds);
    }
  }

  /**
   * The observed state.
   *
   * @param currentCPUUtilizationPercentage CPU utilization in percent of the requests
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @Nullable Long observedGeneration,
      @Nullable Instant lastScaleTime,
      int currentReplicas,
      int desiredReplicas,
      @Nullable Integer currentCPUUtilizationPercentage) {

    /** A status with all fields unset. */
    public static final Status EMPTY = new Status(null, null, 0, 0, null);
  }
}
