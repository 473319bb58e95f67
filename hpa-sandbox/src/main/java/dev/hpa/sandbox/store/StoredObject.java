package dev.hpa.sandbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object at one revision. Immutable.
 *
 * <p>Stores the JSON that lists and watches send, the message of lists in protobuf once one was
 * sent, and the few fields that are read often. 100,000 pods fit into memory as bytes, but not as
 * trees.
 */
public final class StoredObject {

  private static final String SETTING = "sandbox.hpa.dev/";

  private final ObjectKey key;
  private final String uid;
  private final long revision;
  private final Map<String, String> labels;
  private final Map<String, String> settings;
  private final List<String> owners;
  private final boolean deleting;
  private final byte[] json;
  private volatile byte @Nullable [] protobuf;

  private StoredObject(
      ObjectKey key,
      String uid,
      long revision,
      Map<String, String> labels,
      Map<String, String> settings,
      List<String> owners,
      boolean deleting,
      byte[] json) {
    this.key = key;
    this.uid = uid;
    this.revision = revision;
    this.labels = labels;
    this.settings = settings;
    this.owners = owners;
    this.deleting = deleting;
    this.json = json;
  }

  /** Creates an object; the tree must not be modified afterwards. */
  public static StoredObject of(ObjectKey key, long revision, ObjectNode tree) {
    JsonNode metadata = tree.path("metadata");
    return new StoredObject(
        key,
        metadata.path("uid").asText(""),
        revision,
        labels(metadata.path("labels")),
        settings(metadata.path("annotations")),
        owners(metadata.path("ownerReferences")),
        metadata.hasNonNull("deletionTimestamp"),
        Json.write(tree));
  }

  private static Map<String, String> labels(JsonNode node) {
    if (node.isEmpty()) {
      return Map.of();
    }
    Map<String, String> labels = new LinkedHashMap<>();
    node.properties().forEach(e -> labels.put(e.getKey().intern(), e.getValue().asText().intern()));
    return Map.copyOf(labels);
  }

  private static Map<String, String> settings(JsonNode annotations) {
    Map<String, String> settings = new LinkedHashMap<>(0);
    for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
      if (annotation.getKey().startsWith(SETTING)) {
        settings.put(
            annotation.getKey().substring(SETTING.length()), annotation.getValue().asText());
      }
    }
    return Map.copyOf(settings);
  }

  private static List<String> owners(JsonNode node) {
    if (node.isEmpty()) {
      return List.of();
    }
    List<String> owners = new ArrayList<>(1);
    node.forEach(owner -> owners.add(owner.path("uid").asText()));
    return List.copyOf(owners);
  }

  public ObjectKey key() {
    return key;
  }

  public String namespace() {
    return key.namespace();
  }

  public String name() {
    return key.name();
  }

  public String uid() {
    return uid;
  }

  public long revision() {
    return revision;
  }

  public Map<String, String> labels() {
    return labels;
  }

  /** The annotations with the prefix {@code sandbox.hpa.dev/}, without it. */
  public Map<String, String> settings() {
    return settings;
  }

  /** The uids of its owners. */
  public List<String> owners() {
    return owners;
  }

  /** Whether it has a deletion timestamp. */
  public boolean deleting() {
    return deleting;
  }

  /** The object as JSON in the storage version; must not be modified. */
  public byte[] json() {
    return json;
  }

  /**
   * The object as a protobuf message in the storage version; must not be modified.
   *
   * @param encoder called for the first request, and by concurrent ones
   */
  public byte[] protobuf(Function<ObjectNode, byte[]> encoder) {
    byte[] known = protobuf;
    if (known == null) {
      known = encoder.apply(tree());
      protobuf = known;
    }
    return known;
  }

  /** A new tree for each call. */
  public ObjectNode tree() {
    try {
      return (ObjectNode) Json.mapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the JSON of a tree equals that of this object. */
  boolean equalsJson(ObjectNode tree) {
    return Arrays.equals(json, Json.write(tree));
  }

  @Override
  public String toString() {
    return key + "@" + revision;
  }
}
