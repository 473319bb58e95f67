package dev.hpa.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import java.util.Map;

/** The change of an autoscaler as a JSON merge patch (RFC 7386), for {@code kubectl patch}. */
public final class Patch {

  private Patch() {}

  /** The patch from one autoscaler to another; empty if they are equal. */
  public static ObjectNode between(HorizontalPodAutoscaler from, HorizontalPodAutoscaler to) {
    return between(tree(from), tree(to));
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
