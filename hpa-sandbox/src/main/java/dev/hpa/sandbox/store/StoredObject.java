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

/**
 * An object as it was at one revision. Immutable: a change makes a new one.
 *
 * <p>The object itself is kept as the JSON bytes that lists and watches send, with the few fields
 * beside it that are asked for all the time; a hundred thousand pods as trees would not fit where
 * they fit as bytes.
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

  /** Takes the tree over; it must not be changed afterwards. */
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

  /** The annotations that are meant for the sandbox, without their {@code sandbox.hpa.dev/}. */
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

  /** The object as JSON in its stored version; not to be changed. */
  public byte[] json() {
    return json;
  }

  /** A tree of its own for each caller. */
  public ObjectNode tree() {
    try {
      return (ObjectNode) Json.mapper().readTree(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Whether a tree, written out, is this very object. */
  boolean says(ObjectNode tree) {
    return Arrays.equals(json, Json.write(tree));
  }

  @Override
  public String toString() {
    return key + "@" + revision;
  }
}
