package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The {@code metadata.finalizers} of an object. */
final class Finalizers {

  /** Keeps an object until its dependents are deleted. */
  static final String FOREGROUND = "foregroundDeletion";

  private Finalizers() {}

  static boolean isEmpty(ObjectNode object) {
    return list(object).isEmpty();
  }

  static boolean has(ObjectNode object, String finalizer) {
    for (JsonNode each : list(object)) {
      if (each.asText().equals(finalizer)) {
        return true;
      }
    }
    return false;
  }

  /** Adds a finalizer unless the object has it. */
  static void add(ObjectNode object, String finalizer) {
    if (!has(object, finalizer)) {
      object.withObject("/metadata").withArray("finalizers").add(finalizer);
    }
  }

  static void remove(ObjectNode object, String finalizer) {
    ArrayNode finalizers = object.withObject("/metadata").withArray("finalizers");
    for (int i = finalizers.size() - 1; i >= 0; i--) {
      if (finalizers.get(i).asText().equals(finalizer)) {
        finalizers.remove(i);
      }
    }
    if (finalizers.isEmpty()) {
      object.withObject("/metadata").remove("finalizers");
    }
  }

  private static JsonNode list(ObjectNode object) {
    return object.path("metadata").path("finalizers");
  }
}
