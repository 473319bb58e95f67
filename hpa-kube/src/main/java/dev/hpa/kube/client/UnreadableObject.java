package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An object that exists on the server and cannot be decoded.
 *
 * @param namespace empty when it is not known
 * @param name empty when it is not known
 * @param resourceVersion empty when it is not known
 * @param labels null when they are not known
 * @param problem what is wrong with the object; kept to one line of limited length
 */
public record UnreadableObject(
    String namespace,
    String name,
    String resourceVersion,
    @Nullable Map<String, String> labels,
    String problem) {

  private static final int LONGEST_PROBLEM = 300;

  public UnreadableObject {
    problem = problem.lines().findFirst().orElse("");
    problem =
        problem.length() > LONGEST_PROBLEM ? problem.substring(0, LONGEST_PROBLEM) + "…" : problem;
    labels = labels == null ? null : Map.copyOf(labels);
  }

  /** An object of which nothing is known. */
  static UnreadableObject nameless(String problem) {
    return new UnreadableObject("", "", "", null, problem);
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
      if (!each.getValue().isTextual()) {
        return null;
      }
      labels.put(each.getKey(), each.getValue().textValue());
    }
    return node.isMissingNode() || node.isNull() || node.isObject() ? labels : null;
  }

  /** {@code namespace/name}, as far as it is known. */
  public String key() {
    return namespace + "/" + name;
  }
}
