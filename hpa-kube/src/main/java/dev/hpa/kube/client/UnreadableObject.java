package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.content.ProtobufReader;
import dev.hpa.kube.content.ProtobufSlice;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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

  private static final int LONGEST_PROBLEM = 300;
  private static final int MAX_LABELS = 256;
  private static final Set<String> TEXTS = Set.of("namespace", "name", "resourceVersion");

  public UnreadableObject {
    problem = problem.lines().findFirst().orElse("");
    problem =
        problem.length() > LONGEST_PROBLEM ? problem.substring(0, LONGEST_PROBLEM) + "…" : problem;
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

  /**
   * An object by the metadata in its tokens; values of an unexpected type are ignored. What else it
   * contains, such as its managed fields, is skipped: it may be what cannot be decoded.
   *
   * @param object at the start of the object; afterwards at its end
   * @throws IOException if its fields cannot be separated
   */
  public static UnreadableObject of(JsonParser object, String problem) throws IOException {
    UnreadableObject found = nameless(problem);
    while (object.nextToken() == JsonToken.FIELD_NAME) {
      String name = object.currentName();
      object.nextToken();
      if (name.equals("metadata") && object.currentToken() == JsonToken.START_OBJECT) {
        found = ofMetadata(object, problem);
      } else {
        object.skipChildren();
      }
    }
    return found;
  }

  /**
   * An object by its metadata.
   *
   * @param metadata at the start of the metadata; afterwards at its end
   */
  static UnreadableObject ofMetadata(JsonParser metadata, String problem) throws IOException {
    Map<String, String> texts = new HashMap<>();
    Map<String, String> labels = Map.of();
    while (metadata.nextToken() == JsonToken.FIELD_NAME) {
      String name = metadata.currentName();
      JsonToken value = metadata.nextToken();
      if (name.equals("labels") && value != JsonToken.VALUE_NULL) {
        labels = labels(metadata);
      } else if (value == JsonToken.VALUE_STRING && TEXTS.contains(name)) {
        texts.put(name, metadata.getText());
      } else {
        metadata.skipChildren();
      }
    }
    return new UnreadableObject(
        texts.getOrDefault("namespace", ""),
        texts.getOrDefault("name", ""),
        texts.getOrDefault("resourceVersion", ""),
        labels,
        problem);
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
        namespace, name, revision, labels.size() > MAX_LABELS ? null : labels, problem);
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
    if (labels.size() <= MAX_LABELS) {
      labels.put(name, value);
    }
  }

  /** Null if they are no map of strings, or too many. */
  private static @Nullable Map<String, String> labels(JsonParser in) throws IOException {
    boolean isMap = in.currentToken() == JsonToken.START_OBJECT;
    if (!isMap) {
      in.skipChildren();
    }
    Map<String, String> labels = new TreeMap<>();
    boolean isUsable = isMap;
    while (isMap && in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      isUsable &= in.nextToken() == JsonToken.VALUE_STRING && labels.size() < MAX_LABELS;
      if (isUsable) {
        labels.put(name, in.getText());
      }
      in.skipChildren();
    }
    return isUsable ? labels : null;
  }

  /** The namespace and the name; each part is empty if unknown. */
  public NamespacedName key() {
    return new NamespacedName(namespace, name);
  }
}
