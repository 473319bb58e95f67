package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The order in which API servers serialize the fields of an object: kind, apiVersion, metadata,
 * then the rest; metadata in the order of its declaration. Lists rely on kind and apiVersion being
 * first.
 */
final class FieldOrder {

  private static final List<String> TOP = List.of("kind", "apiVersion", "metadata");
  private static final List<String> METADATA =
      List.of(
          "name",
          "generateName",
          "namespace",
          "selfLink",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "labels",
          "annotations",
          "ownerReferences",
          "finalizers",
          "managedFields");

  private FieldOrder() {}

  static ObjectNode ordered(ObjectNode object) {
    ObjectNode result = first(object, TOP);
    if (result.get("metadata") instanceof ObjectNode metadata) {
      ObjectNode members = first(metadata, METADATA);
      members.remove(emptyMembers(members));
      result.set("metadata", members);
    }
    return result;
  }

  private static List<String> emptyMembers(ObjectNode metadata) {
    return metadata.properties().stream()
        .filter(
            e ->
                e.getValue().isNull() || (e.getValue().isContainerNode() && e.getValue().isEmpty()))
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  private static ObjectNode first(ObjectNode object, List<String> names) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    for (String name : names) {
      JsonNode value = object.get(name);
      if (value != null) {
        result.set(name, value);
      }
    }
    object
        .properties()
        .forEach(
            e -> {
              if (!result.has(e.getKey())) {
                result.set(e.getKey(), e.getValue());
              }
            });
    return result;
  }
}
