package dev.hpa.api.v1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import org.jspecify.annotations.Nullable;

/**
 * The scale subresource in autoscaling/v1, which is independent of the group of the scale target.
 */
public record ScaleV1(
    String kind, String apiVersion, ObjectMeta metadata, Spec spec, Status status) {

  /** The kind of this object. */
  public static final String KIND = "Scale";

  /** The apiVersion of this version. */
  public static final String API_VERSION = "autoscaling/v1";

  @JsonCreator
  static ScaleV1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") @Nullable Spec spec,
      @JsonProperty("status") @Nullable Status status) {
    return of(
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? new Spec(0) : spec,
        status == null ? new Status(0, null) : status);
  }

  /** Returns an object with kind and apiVersion set. */
  public static ScaleV1 of(ObjectMeta metadata, Spec spec, Status status) {
    return new ScaleV1(KIND, API_VERSION, metadata, spec, status);
  }

  /** Returns a scale in this version. */
  public static ScaleV1 of(Scale scale) {
    ObjectMeta metadata =
        ObjectMeta.named(scale.namespace(), scale.name())
            .copy()
            .uid(scale.uid())
            .resourceVersion(scale.resourceVersion())
            .build();
    return of(
        metadata,
        new Spec(scale.specReplicas()),
        new Status(scale.statusReplicas(), scale.selector()));
  }

  /** Returns the scale in the internal model. */
  public Scale toScale() {
    String resourceVersion = metadata.resourceVersion();
    String selector = status.selector();
    return new Scale(
        metadata.namespaceOrEmpty(),
        metadata.nameOrEmpty(),
        metadata.uid(),
        resourceVersion == null ? "" : resourceVersion,
        spec.replicas(),
        status.replicas(),
        selector == null ? "" : selector);
  }

  /**
   * The desired state.
   *
   * @param replicas desired replicas; omitted if 0
   */
  public record Spec(@JsonInclude(JsonInclude.Include.NON_DEFAULT) int replicas) {}

  /**
   * The observed state.
   *
   * @param replicas observed replicas
   * @param selector label selector of the pods as a string
   */
  public record Status(
      int replicas, @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String selector) {}
}
