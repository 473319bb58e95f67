package dev.hpa.api.v2beta1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.flat.FlatMetricSpec;
import dev.hpa.api.flat.FlatMetricStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A HorizontalPodAutoscaler in autoscaling/v2beta1. */
public record HorizontalPodAutoscalerV2beta1(
    String kind, String apiVersion, ObjectMeta metadata, Spec spec, Status status) {

  /** The apiVersion of this version. */
  public static final String API_VERSION = "autoscaling/v2beta1";

  @JsonCreator
  static HorizontalPodAutoscalerV2beta1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable Spec spec,
      @JsonProperty("status") @Nullable Status status) {
    return of(
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? Spec.EMPTY : spec,
        status == null ? Status.EMPTY : status);
  }

  /** Returns an object with kind and apiVersion set. */
  public static HorizontalPodAutoscalerV2beta1 of(ObjectMeta metadata, Spec spec, Status status) {
    return new HorizontalPodAutoscalerV2beta1(
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
      CrossVersionObjectReference scaleTargetRef,
      @Nullable Integer minReplicas,
      int maxReplicas,
      @Nullable @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FlatMetricSpec> metrics) {

    /** A spec with all fields unset. */
    public static final Spec EMPTY = new Spec(CrossVersionObjectReference.EMPTY, null, 0, null);

    @JsonCreator
    static Spec decode(
        @JsonProperty("scaleTargetRef") @Nullable CrossVersionObjectReference scaleTargetRef,
        @JsonProperty("minReplicas") @Nullable Integer minReplicas,
        @JsonProperty("maxReplicas") int maxReplicas,
        @JsonProperty("metrics") @Nullable List<FlatMetricSpec> metrics) {
      return new Spec(
          scaleTargetRef == null ? CrossVersionObjectReference.EMPTY : scaleTargetRef,
          minReplicas,
          maxReplicas,
          metrics);
    }
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
      @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) List<FlatMetricStatus> currentMetrics,
      @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) List<HpaCondition> conditions) {

    /** A status with all fields unset. */
    public static final Status EMPTY = new Status(null, null, 0, 0, null, null);
  }
}
