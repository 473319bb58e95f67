package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ObjectMeta;
import dev.hpa.validation.FieldError;
import dev.hpa.validation.HpaValidation;
import java.util.List;
import java.util.stream.Stream;

/**
 * Validates names, labels, annotations, owner references and finalizers. The rules are the same for
 * all kinds, so the validation of autoscalers is reused.
 */
final class MetadataValidation {

  private static final List<String> CHECKED =
      List.of("labels", "annotations", "ownerReferences", "finalizers");

  private static final List<String> IMMUTABLE =
      List.of("uid", "deletionTimestamp", "deletionGracePeriodSeconds");

  private MetadataValidation() {}

  /** Rejects invalid metadata of a new object. */
  static void check(ResourceType type, ObjectNode metadata, KubernetesVersion release) {
    if (type.id().equals(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS.id())) {
      return;
    }
    HorizontalPodAutoscaler holder =
        HorizontalPodAutoscaler.of(read(type, metadata), HpaSpec.EMPTY, HpaStatus.EMPTY);
    refuse(
        type,
        metadata,
        HpaValidation.validateCreate(holder, HpaFeatureGates.DEFAULT, release).stream()
            .filter(error -> error.field().startsWith("metadata."))
            .filter(error -> !(type.strategy().allowsPathSegmentNames() && isOfName(error))));
  }

  private static void refuse(ResourceType type, ObjectNode metadata, Stream<FieldError> errors) {
    List<StatusException.Cause> causes = errors.map(MetadataValidation::cause).toList();
    if (!causes.isEmpty()) {
      throw StatusException.invalid(type, metadata.path("name").asText(), causes);
    }
  }

  private static boolean isOfName(FieldError error) {
    return error.field().equals("metadata.name");
  }

  /** Rejects invalid metadata of an updated object. Unchanged metadata is not validated again. */
  static void check(
      ResourceType type, ObjectNode metadata, JsonNode before, KubernetesVersion release) {
    boolean changed =
        CHECKED.stream().anyMatch(field -> !metadata.path(field).equals(before.path(field)));
    if (changed) {
      check(type, metadata, release);
    }
    if (before instanceof ObjectNode old
        && release.answersStrictly()
        && IMMUTABLE.stream().anyMatch(field -> !metadata.path(field).equals(old.path(field)))) {
      refuse(
          type,
          metadata,
          dev.hpa.validation.MetadataValidation.update(
                  read(type, metadata), read(type, old), release)
              .stream()
              .filter(error -> IMMUTABLE.contains(error.field().replace("metadata.", "")))
              .distinct());
    }
  }

  private static ObjectMeta read(ResourceType type, ObjectNode metadata) {
    ObjectNode given = metadata.deepCopy();
    if (!type.namespaced()) {
      given.put("namespace", "none");
    }
    try {
      return Json.read(given, ObjectMeta.class);
    } catch (JsonFormatException failure) {
      throw StatusException.badRequest(
          "the metadata of the object is malformed: " + failure.getMessage());
    }
  }

  private static StatusException.Cause cause(FieldError error) {
    return new StatusException.Cause(error.reason().cause(), error.field(), error.message());
  }
}
