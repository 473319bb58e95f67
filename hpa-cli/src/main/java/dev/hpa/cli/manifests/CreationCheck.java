package dev.hpa.cli.manifests;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.validation.HpaStrategy;
import dev.hpa.validation.HpaValidation;
import java.time.Instant;
import java.util.List;

/**
 * Reproduces the API server's response to the creation of an autoscaler with strict field
 * validation: a body that does not decode is rejected first, then one with unknown or duplicate
 * fields, and only then is the object validated.
 *
 * @param release release of the API server
 * @param namespace namespace of objects without one
 */
public record CreationCheck(KubernetesVersion release, HpaFeatureGates gates, String namespace) {

  private static final String UID = "00000000-0000-4000-8000-000000000001";

  /**
   * The API server appends 5 characters and truncates the name to the maximum length of a label.
   */
  private static final int MAX_GENERATED = 58;

  private static final String GENERATED = "xxxxx";

  /** The causes of the rejection, in the API server's order; empty if the object is valid. */
  List<ValidationError> errors(HpaVersion version, String json) {
    try {
      HorizontalPodAutoscaler decoded = version.decode(json);
      List<ValidationError> problems = StrictErrors.of(version, json, release);
      return problems.isEmpty() ? validated(decoded) : problems;
    } catch (JsonFormatException failure) {
      return List.of(mistyped(version, json, ManifestException.of(failure)));
    }
  }

  private static ValidationError mistyped(
      HpaVersion version, String json, ManifestException failure) {
    ValidationError error = ValidationError.of(failure);
    try {
      return new ValidationError(
          error.reason(),
          error.field(),
          error.message(),
          new FieldHints(version, Json.tree(json)).mistyped(error.field()));
    } catch (JsonFormatException malformed) {
      return error;
    }
  }

  private List<ValidationError> validated(HorizontalPodAutoscaler decoded) {
    return HpaValidation.validateCreate(created(decoded), gates, release).stream()
        .map(ValidationError::of)
        .toList();
  }

  /** The object that the API server would store, if it is valid. */
  HorizontalPodAutoscaler created(HorizontalPodAutoscaler decoded) {
    return HpaStrategy.prepareCreate(named(decoded), gates, UID, Instant.EPOCH);
  }

  private HorizontalPodAutoscaler named(HorizontalPodAutoscaler decoded) {
    ObjectMeta metadata = decoded.metadata();
    ObjectMeta.Builder named = metadata.copy();
    if (metadata.namespace() == null) {
      named.namespace(namespace);
    }
    String base = metadata.generateName();
    if (metadata.name() == null && base != null) {
      named.name(base.substring(0, Math.min(base.length(), MAX_GENERATED)) + GENERATED);
    }
    return decoded.withMetadata(named.build());
  }
}
