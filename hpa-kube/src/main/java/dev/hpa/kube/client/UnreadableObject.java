package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
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

  private static final int LONGEST_PROBLEM = 300;
  private static final int MAX_LABELS = 256;

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
   * An object by the metadata it was sent with.
   *
   * @param metadata whatever the server sent as {@code metadata}; values of an unexpected type are
   *     ignored
   */
  public static UnreadableObject of(JsonNode metadata, String problem) {
    return new UnreadableObject(
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(""),
        metadata.path("resourceVersion").asText(""),
        labels(metadata.path("labels")),
        problem);
  }

  private static @Nullable Map<String, String> labels(JsonNode node) {
    Map<String, String> labels = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      if (!each.getValue().isTextual() || labels.size() == MAX_LABELS) {
        return null;
      }
      labels.put(each.getKey(), each.getValue().textValue());
    }
    return node.isMissingNode() || node.isNull() || node.isObject() ? labels : null;
  }

  /** The namespace and the name; each part is empty if unknown. */
  public NamespacedName key() {
    return new NamespacedName(namespace, name);
  }
}
