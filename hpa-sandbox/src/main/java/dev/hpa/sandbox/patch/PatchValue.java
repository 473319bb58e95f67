package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The value of a part of a patch without a counterpart in the object: itself without nulls and
 * directives.
 */
final class PatchValue {

  private PatchValue() {}

  static ObjectNode added(ObjectNode object) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    object.properties().forEach(member -> add(result, member.getKey(), member.getValue()));
    return result;
  }

  /** Null for an object with {@code $patch}, which refers to an object that does not exist. */
  static @Nullable JsonNode addedUnlessDirective(JsonNode value) {
    return switch (value) {
      case ObjectNode object when object.has(StrategicMergePatch.DIRECTIVE) -> null;
      case ObjectNode object -> added(object);
      case ArrayNode list -> added(list);
      default -> value;
    };
  }

  private static ArrayNode added(ArrayNode list) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : list) {
      JsonNode added = addedUnlessDirective(element);
      if (added != null) {
        result.add(added);
      }
    }
    return result;
  }

  private static void add(ObjectNode object, String name, JsonNode value) {
    boolean says = !value.isNull() && !StrategicMergePatch.isDirective(name);
    JsonNode added = says ? addedUnlessDirective(value) : null;
    if (added != null) {
      object.set(name, added);
    }
  }
}
