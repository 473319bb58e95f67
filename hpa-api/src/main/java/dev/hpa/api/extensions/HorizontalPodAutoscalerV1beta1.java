package dev.hpa.api.extensions;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.v1.HorizontalPodAutoscalerV1;
import org.jspecify.annotations.Nullable;

/** A HorizontalPodAutoscaler in extensions/v1beta1. Its status is that of autoscaling/v1. */
public record HorizontalPodAutoscalerV1beta1(
    String kind,
    String apiVersion,
    ObjectMeta metadata,
    Spec spec,
    HorizontalPodAutoscalerV1.Status status) {

  /** The apiVersion of this version. */
  public static final String API_VERSION = "extensions/v1beta1";

  @JsonCreator
  static HorizontalPodAutoscalerV1beta1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable Spec spec,
      @JsonProperty("status") HorizontalPodAutoscalerV1.@Nullable Status status) {
    return of(
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? new Spec(SubresourceReference.EMPTY, null, 0, null) : spec,
        status == null ? HorizontalPodAutoscalerV1.Status.EMPTY : status);
  }

  static HorizontalPodAutoscalerV1beta1 of(
      ObjectMeta metadata, Spec spec, HorizontalPodAutoscalerV1.Status status) {
    return new HorizontalPodAutoscalerV1beta1(
        HorizontalPodAutoscaler.KIND, API_VERSION, metadata, spec, status);
  }

  /**
   * The desired state.
   *
   * @param minReplicas lower limit in replicas; 1 if unset
   * @param maxReplicas upper limit in replicas
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      SubresourceReference scaleRef,
      @Nullable Integer minReplicas,
      int maxReplicas,
      @Nullable CpuTarget cpuUtilization) {

    @JsonCreator
    static Spec decode(
        @JsonProperty("scaleRef") @Nullable SubresourceReference scaleRef,
        @JsonProperty("minReplicas") @Nullable Integer minReplicas,
        @JsonProperty("maxReplicas") int maxReplicas,
        @JsonProperty("cpuUtilization") @Nullable CpuTarget cpuUtilization) {
      return new Spec(
          scaleRef == null ? SubresourceReference.EMPTY : scaleRef,
          minReplicas,
          maxReplicas,
          cpuUtilization);
    }
  }

  /** A reference to the scale subresource of the scale target. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record SubresourceReference(
      @Nullable String kind,
      @Nullable String name,
      @Nullable String apiVersion,
      @Nullable String subresource) {

    static final SubresourceReference EMPTY = new SubresourceReference(null, null, null, null);
  }

  /**
   * The target CPU utilization.
   *
   * @param targetPercentage target average in percent of the requests
   */
  public record CpuTarget(int targetPercentage) {}
}
