package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.AnySchema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Splits values into their parts by schema. */
final class ValueParts {

  private ValueParts() {}

  /** Whether the fields of a value may have different managers. */
  static boolean isShared(Schema schema, @Nullable JsonNode value) {
    return switch (schema) {
      case Scalar scalar -> false;
      case Struct struct -> !struct.atomic() && isObject(value);
      case MapSchema map -> !map.atomic() && isObject(value);
      case ListSchema list -> list.relation() != Relation.ATOMIC && value instanceof ArrayNode;
      case AnySchema anything -> isObject(value);
    };
  }

  private static boolean isObject(@Nullable JsonNode value) {
    return value instanceof ObjectNode;
  }

  /** The schema of a part. */
  static Schema below(Schema schema, PathElement element) {
    return switch (schema) {
      case Struct struct when element instanceof PathElement.Field field ->
          member(struct, field.name());
      case MapSchema map -> map.element();
      case ListSchema list -> list.element();
      default -> Schema.ANY;
    };
  }

  private static Schema member(Struct struct, String name) {
    Member member = struct.members().get(name);
    return member == null ? Schema.ANY : member.schema();
  }

  /** The parts of a value that {@link #isShared}, by path element; the first of duplicates. */
  static Map<PathElement, JsonNode> known(Schema schema, @Nullable JsonNode value) {
    Map<PathElement, JsonNode> known = new LinkedHashMap<>();
    if (value instanceof ObjectNode object) {
      object
          .properties()
          .forEach(each -> known.put(new PathElement.Field(each.getKey()), each.getValue()));
    } else if (value instanceof ArrayNode elements && schema instanceof ListSchema list) {
      for (int i = 0; i < elements.size(); i++) {
        known.putIfAbsent(PathElement.of(list, elements.get(i), i), elements.get(i));
      }
    }
    return known;
  }
}
