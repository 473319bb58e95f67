package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A HorizontalPodAutoscaler in autoscaling/v2, the hub version through which all other versions are
 * converted.
 *
 * <p>Immutable. An object read from the API server has defaults ({@code minReplicas} set, {@code
 * metrics} not empty, both directions of {@code behavior} filled if it is present); apply {@link
 * HpaDefaults} to objects from other sources.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HorizontalPodAutoscaler(
    String kind, String apiVersion, ObjectMeta metadata, HpaSpec spec, HpaStatus status) {

  /** The kind of this object in every version. */
  public static final String KIND = "HorizontalPodAutoscaler";

  /** The apiVersion. */
  public static final String API_VERSION = "autoscaling/v2";

  @JsonCreator
  static HorizontalPodAutoscaler decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable HpaSpec spec,
      @JsonProperty("status") @Nullable HpaStatus status) {
    return new HorizontalPodAutoscaler(
        kind == null || kind.isEmpty() ? KIND : kind,
        apiVersion == null || apiVersion.isEmpty() ? API_VERSION : apiVersion,
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? HpaSpec.EMPTY : spec,
        status == null ? HpaStatus.EMPTY : status);
  }

  /** Returns an object with kind and apiVersion set. */
  public static HorizontalPodAutoscaler of(ObjectMeta metadata, HpaSpec spec, HpaStatus status) {
    return new HorizontalPodAutoscaler(KIND, API_VERSION, metadata, spec, status);
  }

  public HorizontalPodAutoscaler withMetadata(ObjectMeta value) {
    return new HorizontalPodAutoscaler(kind, apiVersion, value, spec, status);
  }

  public HorizontalPodAutoscaler withSpec(HpaSpec value) {
    return new HorizontalPodAutoscaler(kind, apiVersion, metadata, value, status);
  }

  public HorizontalPodAutoscaler withStatus(HpaStatus value) {
    return new HorizontalPodAutoscaler(kind, apiVersion, metadata, spec, value);
  }
}
