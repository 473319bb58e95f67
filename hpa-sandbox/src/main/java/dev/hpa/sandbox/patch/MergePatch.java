package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** JSON merge patch, RFC 7386: objects are merged, null removes, everything else replaces. */
public final class MergePatch {

  private MergePatch() {}

  /**
   * The document after the patch; both arguments stay as they are and share nothing with the
   * result.
   */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    return merge(target.deepCopy(), patch);
  }

  /** Merges into {@code target}, which is ours to change. */
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
