package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** JSON merge patch (RFC 7386): objects are merged, null removes a field, other values replace. */
public final class MergePatch {

  private MergePatch() {}

  /** Applies a patch; neither modifies the arguments nor shares nodes with them. */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    return merge(target.deepCopy(), patch);
  }

  /** Merges into {@code target}, which is modified. */
  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch.deepCopy();
    }
    ObjectNode result = target instanceof ObjectNode object ? object : emptyObject();
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      change(result, change.getKey(), change.getValue());
    }
    return result;
  }

  private static void change(ObjectNode object, String name, JsonNode value) {
    if (value.isNull()) {
      object.remove(name);
    } else {
      object.set(name, merge(object.path(name), value));
    }
  }

  private static ObjectNode emptyObject() {
    return JsonNodeFactory.instance.objectNode();
  }
}
