package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merges a configuration into an object, and removes fields. Does not modify its arguments. */
final class ApplyMerge {

  private ApplyMerge() {}

  /** The object with all values of the configuration. */
  static ObjectNode of(Schema schema, ObjectNode live, ObjectNode configuration) {
    return (ObjectNode) merged(schema, live, configuration);
  }

  private static JsonNode merged(Schema schema, @Nullable JsonNode live, JsonNode stated) {
    if (live == null
        || !ValueParts.isShared(schema, stated)
        || !ValueParts.isShared(schema, live)) {
      return stated.deepCopy();
    }
    Map<PathElement, JsonNode> old = ValueParts.known(schema, live);
    Map<PathElement, JsonNode> wanted = ValueParts.known(schema, stated);
    if (live.isArray()) {
      return list(schema, ValueParts.parts(schema, live), old, wanted);
    }
    ObjectNode result = live.deepCopy();
    wanted.forEach(
        (element, part) ->
            result.set(
                ((PathElement.Field) element).name(),
                merged(ValueParts.below(schema, element), old.get(element), part)));
    return result;
  }

  /**
   * Applied elements keep their order. An element that exists only in the object stays after its
   * predecessor; shared elements are placed at the position of the first of them in the object.
   */
  private static ArrayNode list(
      Schema schema,
      List<ValueParts.Part> parts,
      Map<PathElement, JsonNode> live,
      Map<PathElement, JsonNode> stated) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    Deque<PathElement> rest = new ArrayDeque<>(stated.keySet());
    Set<PathElement> ahead = new HashSet<>(stated.keySet());
    for (ValueParts.Part part : parts) {
      if (!stated.containsKey(part.element())) {
        result.add(part.value().deepCopy());
      } else if (part.element().equals(firstShared(rest, live))) {
        while (ahead.contains(part.element())) {
          PathElement next = rest.removeFirst();
          ahead.remove(next);
          result.add(element(schema, next, live, stated));
        }
      }
    }
    rest.forEach(next -> result.add(element(schema, next, live, stated)));
    return result;
  }

  private static @Nullable PathElement firstShared(
      Deque<PathElement> rest, Map<PathElement, JsonNode> live) {
    return rest.stream().filter(live::containsKey).findFirst().orElse(null);
  }

  private static JsonNode element(
      Schema schema,
      PathElement element,
      Map<PathElement, JsonNode> live,
      Map<PathElement, JsonNode> stated) {
    JsonNode wanted = stated.getOrDefault(element, JsonNodeFactory.instance.nullNode());
    return merged(ValueParts.below(schema, element), live.get(element), wanted);
  }

  /** The object without these fields, and without values that become empty. */
  static ObjectNode without(Schema schema, ObjectNode object, FieldSet fields) {
    JsonNode rest = rest(schema, object, fields);
    return rest == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) rest;
  }

  private static @Nullable JsonNode rest(Schema schema, JsonNode value, FieldSet fields) {
    if (fields.isEmpty() || !ValueParts.isShared(schema, value)) {
      return value;
    }
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    ArrayNode elements = JsonNodeFactory.instance.arrayNode();
    ValueParts.parts(schema, value)
        .forEach(
            part -> {
              PathElement element = part.element();
              JsonNode left =
                  fields.has(element)
                      ? null
                      : rest(
                          ValueParts.below(schema, element), part.value(), fields.below(element));
              if (left != null && element instanceof PathElement.Field field) {
                members.set(field.name(), left);
              } else if (left != null) {
                elements.add(left);
              }
            });
    JsonNode result = value.isArray() ? elements : members;
    return result.isEmpty() ? null : result;
  }
}
