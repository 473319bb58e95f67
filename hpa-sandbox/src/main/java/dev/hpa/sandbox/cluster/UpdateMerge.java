package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Computes the object to store for an update. The request decides on the fields that clients may
 * write, the stored object on all others.
 */
final class UpdateMerge {

  private static final List<String> SERVER_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "resourceVersion",
          "generateName",
          "selfLink");

  private static final String METADATA = "metadata";
  private static final String STATUS = "status";

  private UpdateMerge() {}

  /** The object to store for an update of the resource: everything but the status is written. */
  static ObjectNode ofUpdate(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = withServerFields(given, before);
    MetadataValidation.check(type, after.withObject("/metadata"), before.path(METADATA));
    if (type.hasStatus()) {
      copy(before, after, STATUS);
    }
    type.strategy().prepareForUpdate(after, before);
    if (type.strategy().tracksGeneration() && specDiffers(after, before)) {
      after
          .withObject("/metadata")
          .put("generation", before.path(METADATA).path("generation").asLong() + 1);
    }
    return after;
  }

  /** The object to store for an update of the status: only status and metadata are written. */
  static ObjectNode ofStatusUpdate(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = before.deepCopy();
    copy(withServerFields(given, before), after, METADATA);
    copy(given, after, STATUS);
    type.strategy().prepareForStatusUpdate(after, before);
    return after;
  }

  /** Resets the fields that only the server sets. */
  private static ObjectNode withServerFields(ObjectNode after, ObjectNode before) {
    ObjectNode metadata = after.withObject("/metadata");
    SERVER_METADATA.forEach(field -> copy(before.path(METADATA), metadata, field));
    metadata.remove("managedFields");
    copy(before, after, "kind");
    copy(before, after, "apiVersion");
    return after;
  }

  private static void copy(JsonNode from, ObjectNode to, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }

  private static boolean specDiffers(ObjectNode after, ObjectNode before) {
    List<String> others = List.of(METADATA, STATUS);
    return !after.deepCopy().without(others).equals(before.deepCopy().without(others));
  }
}
