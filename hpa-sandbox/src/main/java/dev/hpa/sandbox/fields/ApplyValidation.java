package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates an applied configuration: fields must be declared, and list elements must have unique
 * keys. Not reusable.
 */
final class ApplyValidation {

  private final List<String> errors = new ArrayList<>();
  private final FieldPath path = new FieldPath();

  /** Throws a {@link InvalidConfigurationException} for an invalid configuration. */
  static void require(Schema schema, JsonNode configuration) {
    ApplyValidation check = new ApplyValidation();
    check.value(schema, configuration);
    if (check.errors.size() == 1) {
      throw new InvalidConfigurationException(check.errors.getFirst());
    }
    if (!check.errors.isEmpty()) {
      throw new InvalidConfigurationException("errors:\n  " + String.join("\n  ", check.errors));
    }
  }

  private void value(Schema schema, JsonNode value) {
    if (value instanceof ObjectNode
        && schema instanceof Struct struct
        && !struct.preservesUnknownFields()) {
      undeclared(struct, value);
    }
    if (value instanceof ArrayNode elements && schema instanceof ListSchema list) {
      elements(list, elements);
    }
    if (value.isArray()
        && schema instanceof ListSchema list
        && list.relation() == Relation.ATOMIC) {
      value.forEach(element -> value(list.element(), element));
    } else {
      ValueParts.parts(schema, value)
          .forEach(
              part -> {
                path.enter(part.element());
                value(ValueParts.below(schema, part.element()), part.value());
                path.leave();
              });
    }
  }

  private void undeclared(Struct struct, JsonNode value) {
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!struct.members().containsKey(name)) {
                path.enter(new PathElement.Field(name));
                errors.add(path + ": field not declared in schema");
                path.leave();
              }
            });
  }

  private void elements(ListSchema list, ArrayNode elements) {
    if (list.relation() == Relation.ATOMIC) {
      return;
    }
    Set<PathElement> seen = new HashSet<>();
    for (int i = 0; i < elements.size(); i++) {
      PathElement element = PathElement.of(list, elements.get(i), i);
      if (element instanceof PathElement.Key key) {
        missing(key, i);
      }
      if (!seen.add(element)) {
        errors.add(path + ": duplicate entries for key " + element);
      }
    }
  }

  private void missing(PathElement.Key key, int index) {
    key.members()
        .forEach(
            (name, value) -> {
              if (value.isNull()) {
                errors.add(
                    "%s: element %d: associative list with keys has an element that omits key field \"%s\" (and doesn't have default value)"
                        .formatted(path, index, name));
              }
            });
  }
}
