package dev.hpa.api.v1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import org.jspecify.annotations.Nullable;

/** The scale subresource as autoscaling/v1 writes it, whatever group the scaled object is of. */
public record ScaleV1(
    String kind, String apiVersion, ObjectMeta metadata, Spec spec, Status status) {

  /** The kind of this object. */
  public static final String KIND = "Scale";

  /** The group and version of this shape. */
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

  /** A scale with these parts. */
  public static ScaleV1 of(ObjectMeta metadata, Spec spec, Status status) {
    return new ScaleV1(KIND, API_VERSION, metadata, spec, status);
  }

  /** The wire form of a scale. */
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

  /** What a controller needs of this scale. */
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
   * What is asked for.
   *
   * @param replicas left out when zero
   */
  public record Spec(@JsonInclude(JsonInclude.Include.NON_DEFAULT) int replicas) {}

  /**
   * What is there.
   *
   * @param selector the pods' label selector as text
   */
  public record Status(
      int replicas, @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String selector) {}
}
