package dev.hpa.kube.client;

import dev.hpa.api.JsonValue;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.content.ProtobufReader;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An object that exists on the server and cannot be decoded.
 *
 * @param namespace empty if unknown
 * @param name empty if unknown
 * @param resourceVersion empty if unknown
 * @param labels null if unknown, or if there are more than 256
 * @param problem the decoding error, truncated to one line of 300 characters
 */
public record UnreadableObject(
    String namespace,
    String name,
    String resourceVersion,
    @Nullable Map<String, String> labels,
    String problem) {

  public UnreadableObject {
    problem = Limit.PROBLEM_CHARS.cut(problem.lines().findFirst().orElse(""));
    labels = labels == null ? null : Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /** An object without known metadata. */
  static UnreadableObject nameless(String problem) {
    return new UnreadableObject("", "", "", null, problem);
  }

  /** An object that was decoded and cannot be processed, which is a bug. */
  static UnreadableObject failed(NamespacedName key, RuntimeException failure) {
    return new UnreadableObject(
        key.namespace(), key.name(), "", null, "unexpected failure: " + failure);
  }

  /** An object by its metadata; values of an unexpected type are ignored. */
  public static UnreadableObject of(JsonValue object, String problem) {
    JsonValue metadata = object.member("metadata");
    return metadata == null ? nameless(problem) : ofMetadata(metadata, problem);
  }

  /** An object by its metadata; values of an unexpected type are ignored. */
  static UnreadableObject ofMetadata(JsonValue metadata, String problem) {
    return new UnreadableObject(
        text(metadata, "namespace"),
        text(metadata, "name"),
        text(metadata, "resourceVersion"),
        labels(metadata.member("labels")),
        problem);
  }

  private static String text(JsonValue metadata, String name) {
    return metadata.member(name) instanceof JsonValue.Text text ? text.value() : "";
  }

  /**
   * An object by its metadata in Protobuf, as far as that can be read. Only what identifies the
   * object is decoded.
   */
  static UnreadableObject of(ProtobufSlice metadata, String problem) {
    String namespace = "";
    String name = "";
    String revision = "";
    Map<String, String> labels = new TreeMap<>();
    ProtobufReader in = metadata.reader();
    try {
      while (in.next()) {
        switch (in.field()) {
          case 1 -> name = in.text();
          case 3 -> namespace = in.text();
          case 6 -> revision = in.text();
          case 11 -> label(in, labels);
          default -> in.skip();
        }
      }
    } catch (IOException | RuntimeException malformed) {
      return new UnreadableObject(namespace, name, revision, null, problem);
    }
    return new UnreadableObject(
        namespace,
        name,
        revision,
        labels.size() > Limit.POD_ITEMS.asInt() ? null : labels,
        problem);
  }

  private static void label(ProtobufReader in, Map<String, String> labels) throws IOException {
    String name = "";
    String value = "";
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> name = in.text();
        case 2 -> value = in.text();
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (labels.size() <= Limit.POD_ITEMS.asInt()) {
      labels.put(name, value);
    }
  }

  /** Null if they are no map of strings, or too many. */
  private static @Nullable Map<String, String> labels(@Nullable JsonValue value) {
    if (value == null || value instanceof JsonValue.Null) {
      return Map.of();
    }
    if (!(value instanceof JsonValue.Structure structure)) {
      return null;
    }
    Map<String, String> labels = new TreeMap<>();
    for (JsonValue.Member label : structure.members()) {
      if (!(label.value() instanceof JsonValue.Text text)
          || labels.size() == Limit.POD_ITEMS.asInt()) {
        return null;
      }
      labels.put(label.name(), text.value());
    }
    return labels;
  }

  /** The namespace and the name; each part is empty if unknown. */
  public NamespacedName key() {
    return new NamespacedName(namespace, name);
  }
}
