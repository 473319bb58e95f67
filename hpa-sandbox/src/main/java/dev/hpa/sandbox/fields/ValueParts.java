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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** Whether the schema declares a field by its name, as opposed to allowing any. */
  static boolean isDeclared(Schema schema, PathElement element) {
    return schema instanceof Struct struct
        && element instanceof PathElement.Field field
        && struct.members().containsKey(field.name());
  }

  /** A part of a value and its path element. */
  record Part(PathElement element, JsonNode value) {}

  /** The parts of a value that {@link #isShared}, in order; empty for other values. */
  static List<Part> parts(Schema schema, @Nullable JsonNode value) {
    List<Part> parts = new ArrayList<>();
    if (value instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              each -> parts.add(new Part(new PathElement.Field(each.getKey()), each.getValue())));
    } else if (value instanceof ArrayNode elements && schema instanceof ListSchema list) {
      for (int i = 0; i < elements.size(); i++) {
        parts.add(new Part(PathElement.of(list, elements.get(i), i), elements.get(i)));
      }
    }
    return parts;
  }

  /** The parts by path element; the first of duplicates. */
  static Map<PathElement, JsonNode> known(Schema schema, @Nullable JsonNode value) {
    Map<PathElement, JsonNode> known = new LinkedHashMap<>();
    parts(schema, value).forEach(part -> known.putIfAbsent(part.element(), part.value()));
    return known;
  }

  /** The fields that an applied configuration sets. */
  static FieldSet fields(Schema schema, JsonNode value) {
    FieldSet.Builder fields = new FieldSet.Builder();
    new Statement(fields).collect(schema, value);
    return fields.build();
  }

  /** Collects the fields of a configuration. */
  private static final class Statement {

    private final FieldSet.Builder fields;
    private final FieldPath path = new FieldPath();

    Statement(FieldSet.Builder fields) {
      this.fields = fields;
    }

    void collect(Schema schema, JsonNode value) {
      if (!isShared(schema, value)) {
        if (!value.isNull() || !isComposite(schema)) {
          path.addTo(fields);
        }
        return;
      }
      parts(schema, value)
          .forEach(
              part -> {
                path.enter(part.element());
                collect(below(schema, part.element()), part.value());
                if (isEmpty(part.value()) || !isDeclared(schema, part.element())) {
                  path.addTo(fields);
                }
                path.leave();
              });
    }

    private static boolean isEmpty(JsonNode part) {
      return part.isNull() || (part.isObject() && part.isEmpty());
    }

    private static boolean isComposite(Schema schema) {
      return schema instanceof Struct
          || schema instanceof MapSchema
          || schema instanceof ListSchema;
    }
  }
}
