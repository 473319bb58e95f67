package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.AnySchema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.MapSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.PatchStrategy;
import dev.hpa.sandbox.schema.Schema.Relation;
import dev.hpa.sandbox.schema.Schema.Scalar;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Converts schemas to the definitions of one OpenAPI document. Not reusable. */
final class OpenApiSchemas {

  private static final String EXTENSION = "x-kubernetes-";

  private final boolean isV2;
  private final ObjectNode named = JsonNodeFactory.instance.objectNode();

  private OpenApiSchemas(boolean isV2) {
    this.isV2 = isV2;
  }

  /** For a document of OpenAPI v3. */
  static OpenApiSchemas ofV3() {
    return new OpenApiSchemas(false);
  }

  /** For the document of OpenAPI v2. */
  static OpenApiSchemas ofV2() {
    return new OpenApiSchemas(true);
  }

  /** The definitions so far, by name. */
  ObjectNode definitions() {
    return named;
  }

  /** Adds the definition of a kind and of all types that it uses. */
  void add(ResourceType type, ResourceType.Version version) {
    if (!(version.types(type.kind()) instanceof Struct struct)) {
      return;
    }
    String name = struct.name().isEmpty() ? name(type, version) : struct.name();
    ObjectNode kind = struct(struct);
    kind.putArray(EXTENSION + "group-version-kind")
        .addObject()
        .put("group", version.group())
        .put("kind", type.kind())
        .put("version", version.name());
    named.set(name, kind);
  }

  /** The definition name of a custom resource: reversed group, version, kind. */
  private static String name(ResourceType type, ResourceType.Version version) {
    List<String> labels = Arrays.asList(version.group().split("\\."));
    Collections.reverse(labels);
    return String.join(".", labels) + "." + version.name() + "." + type.kind();
  }

  private ObjectNode struct(Struct struct) {
    ObjectNode node = object(struct.description());
    node.put("type", "object");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    struct
        .members()
        .forEach(
            (name, member) -> {
              properties.set(name, member(member));
              if (member.required()) {
                required.add(name);
              }
            });
    if (!required.isEmpty()) {
      node.set("required", required);
    }
    if (!properties.isEmpty()) {
      node.set("properties", properties);
    }
    if (struct.atomic()) {
      node.put(EXTENSION + "map-type", "atomic");
    }
    if (struct.preservesUnknownFields()) {
      node.put(EXTENSION + "preserve-unknown-fields", true);
    }
    return node;
  }

  private ObjectNode member(Member member) {
    ObjectNode node = object(member.description());
    ObjectNode type = value(member.schema());
    if (type.has("$ref") && !isV2) {
      node.putArray("allOf").add(type);
    } else {
      node.setAll(member.description().isEmpty() ? type : type.without("description"));
    }
    if (member.defaultValue() != null) {
      node.set("default", member.defaultValue());
    }
    if (!member.enumValues().isEmpty()) {
      member.enumValues().forEach(node.withArray("/enum")::add);
    }
    addStrategy(node, member.patch());
    return node;
  }

  private static void addStrategy(ObjectNode node, PatchStrategy patch) {
    if (patch.merges() && !patch.key().isEmpty()) {
      node.put(EXTENSION + "patch-merge-key", patch.key());
    }
    if (patch.merges() || patch.retainsKeys()) {
      node.put(
          EXTENSION + "patch-strategy",
          !patch.retainsKeys() ? "merge" : patch.merges() ? "merge,retainKeys" : "retainKeys");
    }
  }

  private ObjectNode value(Schema schema) {
    return switch (schema) {
      case Struct struct -> struct.name().isEmpty() ? struct(struct) : reference(struct);
      case Scalar scalar when !scalar.name().isEmpty() -> reference(scalar);
      case Scalar scalar -> scalar(scalar);
      case AnySchema any when !any.name().isEmpty() -> reference(any);
      case AnySchema any -> object("").put(EXTENSION + "preserve-unknown-fields", true);
      case ListSchema list -> list(list);
      case MapSchema map -> map(map);
    };
  }

  private ObjectNode reference(Struct struct) {
    if (!named.has(struct.name())) {
      named.putObject(struct.name());
      named.set(struct.name(), struct(struct));
    }
    return reference(struct.name());
  }

  private ObjectNode reference(Scalar scalar) {
    if (!named.has(scalar.name())) {
      named.set(scalar.name(), scalar(scalar));
    }
    return reference(scalar.name());
  }

  private ObjectNode reference(AnySchema any) {
    if (!named.has(any.name())) {
      named.set(any.name(), object(any.description()).put("type", "object"));
    }
    return reference(any.name());
  }

  private ObjectNode reference(String name) {
    return object("").put("$ref", (isV2 ? "#/definitions/" : "#/components/schemas/") + name);
  }

  private ObjectNode scalar(Scalar scalar) {
    ObjectNode node = object(scalar.description());
    if (scalar.types().size() == 1) {
      node.put("type", scalar.types().getFirst());
    } else if (isV2) {
      node.put("type", "string");
    } else {
      scalar.types().forEach(type -> node.withArray("/oneOf").addObject().put("type", type));
    }
    if (!scalar.format().isEmpty()) {
      node.put("format", scalar.format());
    }
    return node;
  }

  private ObjectNode list(ListSchema list) {
    ObjectNode node = object("").put("type", "array");
    node.set("items", value(list.element()));
    if (list.relation() == Relation.MAP) {
      list.keys().forEach(node.withArray("/" + EXTENSION + "list-map-keys")::add);
    }
    return node.put(EXTENSION + "list-type", list.relation().name().toLowerCase(Locale.ROOT));
  }

  private ObjectNode map(MapSchema map) {
    ObjectNode node = object("").put("type", "object");
    node.set("additionalProperties", value(map.element()));
    return map.atomic() ? node.put(EXTENSION + "map-type", "atomic") : node;
  }

  private static ObjectNode object(String description) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    return description.isEmpty() ? node : node.put("description", description);
  }
}
