package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The structural schema ({@code openAPIV3Schema}) of a custom resource: prunes unknown fields and
 * sets defaults. Values are not validated.
 */
public final class StructuralSchema {

  /** The schema that keeps every field. */
  static final StructuralSchema ANYTHING = new StructuralSchema(MissingNode.getInstance());

  private static final String KEEPS_UNKNOWN = "x-kubernetes-preserve-unknown-fields";
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final Set<String> TYPE_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private final JsonNode root;

  private StructuralSchema(JsonNode root) {
    this.root = root;
  }

  /** The schema of a definition; the node must not be modified afterwards. */
  static StructuralSchema of(JsonNode openApi) {
    return new StructuralSchema(openApi);
  }

  /** The unknown fields of an object, such as {@code spec.x}. */
  public List<String> unknownFields(ObjectNode object) {
    List<String> unknown = new ArrayList<>();
    prune(object.deepCopy(), root, "", true, unknown);
    return unknown;
  }

  /** Prunes an object and sets its defaults, in place. */
  ObjectNode settled(ObjectNode object) {
    prune(object, root, "", true, new ArrayList<>());
    setDefaults(object, root);
    return object;
  }

  private static void prune(
      JsonNode value, JsonNode schema, String path, boolean isObject, List<String> unknown) {
    if (value instanceof ObjectNode members) {
      boolean withType = isObject || schema.path(EMBEDDED).asBoolean();
      for (String name : List.copyOf(names(members))) {
        JsonNode of = member(schema, name);
        String place = path.isEmpty() ? name : path + "." + name;
        if (!of.isMissingNode()) {
          prune(members.path(name), of, place, false, unknown);
        } else if (!keepsUnknown(schema) && !(withType && TYPE_FIELDS.contains(name))) {
          members.remove(name);
          unknown.add(place);
        }
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        prune(value.get(i), schema.path("items"), path + "[" + i + "]", false, unknown);
      }
    }
  }

  private static List<String> names(ObjectNode members) {
    return members.properties().stream().map(Map.Entry::getKey).toList();
  }

  /** The schema of a field: of its name, or of {@code additionalProperties}. */
  private static JsonNode member(JsonNode schema, String name) {
    JsonNode own = schema.path("properties").path(name);
    return own.isMissingNode() && schema.path("additionalProperties").isObject()
        ? schema.path("additionalProperties")
        : own;
  }

  private static boolean keepsUnknown(JsonNode schema) {
    return schema.isMissingNode()
        || schema.path(KEEPS_UNKNOWN).asBoolean()
        || schema.path("additionalProperties").asBoolean();
  }

  private static void setDefaults(JsonNode value, JsonNode schema) {
    if (value instanceof ObjectNode members) {
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        JsonNode standard = property.getValue().path("default");
        JsonNode given = members.path(property.getKey());
        boolean nullCounts = property.getValue().path("nullable").asBoolean();
        if (!standard.isMissingNode()
            && (given.isMissingNode() || (given.isNull() && !nullCounts))) {
          members.set(property.getKey(), standard.deepCopy());
        }
      }
      for (String name : names(members)) {
        setDefaults(members.path(name), member(schema, name));
      }
    } else if (value.isArray()) {
      value.forEach(element -> setDefaults(element, schema.path("items")));
    }
  }
}
