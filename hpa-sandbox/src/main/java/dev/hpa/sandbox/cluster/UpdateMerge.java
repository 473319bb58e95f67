package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.KubernetesVersion;
import java.util.List;

/**
 * Computes the object to store for an update. The request decides on the fields that clients may
 * write, the stored object on all others.
 */
final class UpdateMerge {

  private static final String DELETION = "deletionTimestamp";
  private static final String GRACE = "deletionGracePeriodSeconds";

  private static final List<String> SERVER_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "creationTimestamp",
          DELETION,
          GRACE,
          "generation",
          "resourceVersion",
          "generateName",
          "selfLink");

  private static final String METADATA = "metadata";
  private static final String STATUS = "status";

  private final KubernetesVersion release;

  UpdateMerge(KubernetesVersion release) {
    this.release = release;
  }

  /** The object to store for an update of the resource: everything but the status is written. */
  ObjectNode ofUpdate(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = withServerFields(given, before);
    MetadataValidation.check(type, after.withObject("/metadata"), before.path(METADATA), release);
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
  ObjectNode ofStatusUpdate(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = before.deepCopy();
    copy(withServerFields(given, before), after, METADATA);
    copy(given, after, STATUS);
    type.strategy().prepareForStatusUpdate(after, before);
    return after;
  }

  /** Resets the fields that only the server sets. */
  private ObjectNode withServerFields(ObjectNode after, ObjectNode before) {
    ObjectNode metadata = after.withObject("/metadata");
    SERVER_METADATA.stream()
        .filter(field -> !(release.answersStrictly() && isClients(field, metadata, before)))
        .forEach(field -> copy(before.path(METADATA), metadata, field));
    metadata.remove("managedFields");
    copy(before, after, "kind");
    copy(before, after, "apiVersion");
    return after;
  }

  /**
   * Whether the value of a request counts: a wrong one is refused later. A deletion cannot be
   * reverted, and what a request omits is kept.
   */
  private static boolean isClients(String field, ObjectNode metadata, JsonNode before) {
    return switch (field) {
      case "uid", GRACE -> metadata.hasNonNull(field);
      case DELETION -> !before.path(METADATA).has(field);
      case "generateName", "selfLink" -> true;
      default -> false;
    };
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
