package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A HorizontalPodAutoscaler in the shape of autoscaling/v2, which is also the hub all other
 * versions convert through.
 *
 * <p>Immutable. A value read from the API server has been defaulted there ({@code minReplicas} set,
 * {@code metrics} not empty, both directions of {@code behavior} filled when present); a value from
 * elsewhere goes through {@link HpaDefaults} first.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HorizontalPodAutoscaler(
    String kind, String apiVersion, ObjectMeta metadata, HpaSpec spec, HpaStatus status) {

  /** The kind of this object in every version. */
  public static final String KIND = "HorizontalPodAutoscaler";

  /** The group and version of this shape. */
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

  /** An object of this version with the given parts. */
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
