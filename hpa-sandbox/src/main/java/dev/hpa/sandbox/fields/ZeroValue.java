package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;

/** The zero value of a type: an object with only the fields that are always serialized. */
final class ZeroValue {

  private ZeroValue() {}

  static ObjectNode of(Schema schema) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    if (schema instanceof Struct struct) {
      struct
          .members()
          .forEach(
              (name, member) -> {
                if (member.alwaysSerialized()) {
                  object.set(name, empty(member.schema()));
                }
              });
    }
    return object;
  }

  private static JsonNode empty(Schema schema) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (schema) {
      case Struct struct -> of(struct);
      case Scalar scalar ->
          switch (scalar.type()) {
            case "string" -> nodes.textNode("");
            case "boolean" -> nodes.booleanNode(false);
            case "integer", "number" -> nodes.numberNode(0);
            default -> nodes.nullNode();
          };
      default -> nodes.nullNode();
    };
  }
}
