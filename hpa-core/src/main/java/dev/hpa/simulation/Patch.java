package dev.hpa.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Json;
import java.util.Map;

/**
 * JSON merge patches (RFC 7386): objects are merged, null removes a field, other values replace.
 */
public final class Patch {

  private Patch() {}

  /** Applies a patch; neither modifies the arguments nor shares nodes with them. */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    return merge(target.deepCopy(), patch);
  }

  /** Merges into {@code target}, which is modified. */
  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch.deepCopy();
    }
    ObjectNode result =
        target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      if (change.getValue().isNull()) {
        result.remove(change.getKey());
      } else {
        result.set(change.getKey(), merge(result.path(change.getKey()), change.getValue()));
      }
    }
    return result;
  }

  /**
   * The patch from one autoscaler to another; empty if they are equal. It has no fields that the
   * API server fills in.
   */
  public static ObjectNode between(HorizontalPodAutoscaler from, HorizontalPodAutoscaler to) {
    boolean isFilled = from.spec().behavior() == null && to.spec().behavior() != null;
    HpaSpec old =
        isFilled
            ? HpaDefaults.apply(from.spec().withBehavior(new Behavior(null, null)))
            : from.spec();
    ObjectNode patch = between(tree(from.withSpec(old)), tree(to));
    if (isFilled) {
      patch.withObject("/spec/behavior");
    }
    return patch;
  }

  private static ObjectNode tree(HorizontalPodAutoscaler hpa) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode annotations = tree.putObject("metadata").putObject("annotations");
    hpa.metadata().annotationsOrEmpty().forEach(annotations::put);
    tree.set("spec", Json.tree(Json.text(hpa.spec())));
    return tree;
  }

  /** Lists are replaced as a whole, as a merge patch does. */
  private static ObjectNode between(ObjectNode from, ObjectNode to) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : to.properties()) {
      JsonNode old = from.path(field.getKey());
      JsonNode value = field.getValue();
      if (value instanceof ObjectNode after && old instanceof ObjectNode before) {
        ObjectNode inner = between(before, after);
        if (!inner.isEmpty()) {
          patch.set(field.getKey(), inner);
        }
      } else if (!value.equals(old)) {
        patch.set(field.getKey(), value);
      }
    }
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      if (!to.has(field.getKey())) {
        patch.putNull(field.getKey());
      }
    }
    return patch;
  }
}
