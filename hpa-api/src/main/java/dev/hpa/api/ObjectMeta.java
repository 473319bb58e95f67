package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Object metadata. Every member may be unset; maps and lists keep the order they were read in. {@code managedFields} is
 * kept as it came, since only API servers look inside.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ObjectMeta(
    @Nullable String name,
    @Nullable String generateName,
    @Nullable String namespace,
    @Nullable String selfLink,
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable Long generation,
    @Nullable Instant creationTimestamp,
    @Nullable Instant deletionTimestamp,
    @Nullable Long deletionGracePeriodSeconds,
    @Nullable Map<String, String> labels,
    @Nullable Map<String, String> annotations,
    @Nullable List<OwnerReference> ownerReferences,
    @Nullable List<String> finalizers,
    @Nullable List<JsonNode> managedFields) {

  /** Metadata with nothing set. */
  public static final ObjectMeta EMPTY =
      new ObjectMeta(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

  /** A reference to the object that owns this one. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record OwnerReference(
      String apiVersion,
      String kind,
      String name,
      String uid,
      @Nullable Boolean controller,
      @Nullable Boolean blockOwnerDeletion) {}

  /** Metadata of an object with this namespace and name, all else unset. */
  public static ObjectMeta named(String namespace, String name) {
    return new ObjectMeta(
        name, null, namespace, null, null, null, null, null, null, null, null, null, null, null,
        null);
  }

  public ObjectMeta withAnnotations(@Nullable Map<String, String> value) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        value,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withResourceVersion(@Nullable String value) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        value,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  /** The labels, or an empty map. */
  public Map<String, String> labelsOrEmpty() {
    return labels == null ? Map.of() : labels;
  }

  /** The annotations, or an empty map. */
  public Map<String, String> annotationsOrEmpty() {
    return annotations == null ? Map.of() : annotations;
  }
}
