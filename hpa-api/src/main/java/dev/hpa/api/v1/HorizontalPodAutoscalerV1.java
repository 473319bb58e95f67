package dev.hpa.api.v1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ObjectMeta;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A HorizontalPodAutoscaler as autoscaling/v1 writes it. */
public record HorizontalPodAutoscalerV1(
    String kind, String apiVersion, ObjectMeta metadata, Spec spec, Status status) {

  /** The group and version of this shape. */
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
   * What the user asks for.
   *
   * @param minReplicas lower bound in replicas; 1 when unset
   * @param maxReplicas upper bound in replicas
   * @param targetCPUUtilizationPercentage percent of the CPU the pods request
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      CrossVersionObjectReference scaleTargetRef,
      @Nullable Integer minReplicas,
      int maxReplicas,
      @Nullable Integer targetCPUUtilizationPercentage) {

    static final Spec EMPTY = new Spec(CrossVersionObjectReference.EMPTY, null, 0, null);

    @JsonCreator
    static Spec decode(
        @JsonProperty("scaleTargetRef") @Nullable CrossVersionObjectReference scaleTargetRef,
        @JsonProperty("minReplicas") @Nullable Integer minReplicas,
        @JsonProperty("maxReplicas") int maxReplicas,
        @JsonProperty("targetCPUUtilizationPercentage")
            @Nullable Integer targetCPUUtilizationPercentage) {
      return new Spec(
          scaleTargetRef == null ? CrossVersionObjectReference.EMPTY : scaleTargetRef,
          minReplicas,
          maxReplicas,
          targetCPUUtilizationPercentage);
    }
  }

  /**
   * What the controller last reported.
   *
   * @param currentCPUUtilizationPercentage percent of the CPU the pods request
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @Nullable Long observedGeneration,
      @Nullable Instant lastScaleTime,
      int currentReplicas,
      int desiredReplicas,
      @Nullable Integer currentCPUUtilizationPercentage) {

    /** A status with nothing set. */
    public static final Status EMPTY = new Status(null, null, 0, 0, null);
  }
}
