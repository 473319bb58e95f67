package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Object metadata. Every field may be null; maps and lists keep their order. {@code managedFields}
 * is not interpreted. Immutable.
 *
 * <p>Values that the API omits when empty are normalized to null: empty strings, generation 0, and
 * the zero creation time.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
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
    @Nullable @JsonInclude(JsonInclude.Include.NON_NULL) Long deletionGracePeriodSeconds,
    @Nullable Map<String, String> labels,
    @Nullable Map<String, String> annotations,
    @Nullable List<OwnerReference> ownerReferences,
    @Nullable List<String> finalizers,
    @Nullable List<JsonNode> managedFields) {

  public ObjectMeta {
    name = unsetIfEmpty(name);
    generateName = unsetIfEmpty(generateName);
    namespace = unsetIfEmpty(namespace);
    selfLink = unsetIfEmpty(selfLink);
    uid = unsetIfEmpty(uid);
    resourceVersion = unsetIfEmpty(resourceVersion);
    generation = generation == null || generation == 0 ? null : generation;
    creationTimestamp = Timestamps.ZERO.equals(creationTimestamp) ? null : creationTimestamp;
  }

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
      @Nullable Boolean blockOwnerDeletion) {

    @JsonCreator
    static OwnerReference decode(
        @JsonProperty("apiVersion") @Nullable String apiVersion,
        @JsonProperty("kind") @Nullable String kind,
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("uid") @Nullable String uid,
        @JsonProperty("controller") @Nullable Boolean controller,
        @JsonProperty("blockOwnerDeletion") @Nullable Boolean blockOwnerDeletion) {
      return new OwnerReference(
          apiVersion == null ? "" : apiVersion,
          kind == null ? "" : kind,
          name == null ? "" : name,
          uid == null ? "" : uid,
          controller,
          blockOwnerDeletion);
    }
  }

  /** Returns metadata with only namespace and name. */
  public static ObjectMeta named(String namespace, String name) {
    return new ObjectMeta(
        name, null, namespace, null, null, null, null, null, null, null, null, null, null, null,
        null);
  }

  public ObjectMeta withAnnotations(@Nullable Map<String, String> value) {
    return copy().annotations(value).build();
  }

  public ObjectMeta withResourceVersion(@Nullable String value) {
    return copy().resourceVersion(value).build();
  }

  /** Returns a builder with the values of this metadata. */
  public Builder copy() {
    return new Builder(this);
  }

  /** Builds a modified copy. */
  public static final class Builder {
    private final ObjectMeta original;
    private @Nullable String name;
    private @Nullable String namespace;
    private @Nullable String selfLink;
    private @Nullable String uid;
    private @Nullable String resourceVersion;
    private @Nullable Long generation;
    private @Nullable Instant creationTimestamp;
    private @Nullable Instant deletionTimestamp;
    private @Nullable Long deletionGracePeriodSeconds;
    private @Nullable Map<String, String> labels;
    private @Nullable Map<String, String> annotations;
    private @Nullable List<OwnerReference> ownerReferences;
    private @Nullable List<String> finalizers;

    private @Nullable List<JsonNode> managedFields;

    private Builder(ObjectMeta original) {
      this.original = original;
      this.managedFields = original.managedFields;
      this.name = original.name;
      this.namespace = original.namespace;
      this.selfLink = original.selfLink;
      this.uid = original.uid;
      this.resourceVersion = original.resourceVersion;
      this.generation = original.generation;
      this.creationTimestamp = original.creationTimestamp;
      this.deletionTimestamp = original.deletionTimestamp;
      this.deletionGracePeriodSeconds = original.deletionGracePeriodSeconds;
      this.labels = original.labels;
      this.annotations = original.annotations;
      this.ownerReferences = original.ownerReferences;
      this.finalizers = original.finalizers;
    }

    public Builder managedFields(@Nullable List<JsonNode> value) {
      managedFields = value;
      return this;
    }

    public Builder name(@Nullable String value) {
      name = value;
      return this;
    }

    public Builder namespace(@Nullable String value) {
      namespace = value;
      return this;
    }

    public Builder selfLink(@Nullable String value) {
      selfLink = value;
      return this;
    }

    public Builder uid(@Nullable String value) {
      uid = value;
      return this;
    }

    public Builder resourceVersion(@Nullable String value) {
      resourceVersion = value;
      return this;
    }

    public Builder generation(@Nullable Long value) {
      generation = value;
      return this;
    }

    public Builder creationTimestamp(@Nullable Instant value) {
      creationTimestamp = value;
      return this;
    }

    public Builder deletionTimestamp(@Nullable Instant value) {
      deletionTimestamp = value;
      return this;
    }

    public Builder deletionGracePeriodSeconds(@Nullable Long value) {
      deletionGracePeriodSeconds = value;
      return this;
    }

    public Builder labels(@Nullable Map<String, String> value) {
      labels = value;
      return this;
    }

    public Builder annotations(@Nullable Map<String, String> value) {
      annotations = value;
      return this;
    }

    public Builder ownerReferences(@Nullable List<OwnerReference> value) {
      ownerReferences = value;
      return this;
    }

    public Builder finalizers(@Nullable List<String> value) {
      finalizers = value;
      return this;
    }

    public ObjectMeta build() {
      return new ObjectMeta(
          name,
          original.generateName,
          namespace,
          selfLink,
          uid,
          resourceVersion,
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
  }

  private static @Nullable String unsetIfEmpty(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  public String nameOrEmpty() {
    return name == null ? "" : name;
  }

  public String namespaceOrEmpty() {
    return namespace == null ? "" : namespace;
  }

  public List<OwnerReference> ownerReferencesOrEmpty() {
    return ownerReferences == null ? List.of() : ownerReferences;
  }

  public List<String> finalizersOrEmpty() {
    return finalizers == null ? List.of() : finalizers;
  }

  public Map<String, String> labelsOrEmpty() {
    return labels == null ? Map.of() : labels;
  }

  public Map<String, String> annotationsOrEmpty() {
    return annotations == null ? Map.of() : annotations;
  }
}
