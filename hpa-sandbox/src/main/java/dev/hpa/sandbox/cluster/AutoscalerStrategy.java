package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.validation.FieldError;
import dev.hpa.validation.HpaStrategy;
import dev.hpa.validation.HpaValidation;
import dev.hpa.validation.StrictFieldValidation;
import java.util.Arrays;
import java.util.List;

/**
 * The strategy of HorizontalPodAutoscalers. All versions are converted through autoscaling/v2, the
 * storage version.
 */
record AutoscalerStrategy(KubernetesVersion release, HpaFeatureGates gates)
    implements ResourceType.Strategy {

  /** All versions, the storage version first. */
  static List<Version> versions() {
    return Arrays.stream(HpaVersion.values()).map(AutoscalerStrategy::version).toList();
  }

  private static Version version(HpaVersion version) {
    return version == HpaVersion.STORAGE
        ? Version.stored(version.groupVersion(), AutoscalerStrategy::parsed)
        : new Version(
            version.groupVersion(),
            false,
            json -> stored(version, json),
            tree -> (ObjectNode) version.encode(decode(HpaVersion.STORAGE, tree)),
            false,
            version.deprecation().orElse(null));
  }

  /**
   * Parses without a decode, which would lose the difference between an empty list and no list.
   * Only JSON with duplicate fields is decoded, which merges them.
   */
  private static ObjectNode parsed(String json) {
    try {
      boolean twice =
          StrictFieldValidation.problems(json, HpaVersion.STORAGE, KubernetesVersion.NEWEST)
              .stream()
              .anyMatch(problem -> problem.startsWith("duplicate"));
      return (ObjectNode) (twice ? HpaVersion.STORAGE.reencode(json) : Json.tree(json));
    } catch (JsonFormatException failure) {
      throw decodingError(HpaVersion.STORAGE, failure);
    }
  }

  private static ObjectNode stored(HpaVersion version, String json) {
    return (ObjectNode) HpaVersion.STORAGE.encode(decode(version, json));
  }

  private static HorizontalPodAutoscaler decode(HpaVersion version, ObjectNode tree) {
    return decode(version, Json.text(tree));
  }

  private static HorizontalPodAutoscaler decode(HpaVersion version, String json) {
    try {
      return version.decode(json);
    } catch (JsonFormatException failure) {
      throw decodingError(version, failure);
    }
  }

  private static StatusException decodingError(HpaVersion version, JsonFormatException failure) {
    return StatusException.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(
                HorizontalPodAutoscaler.KIND,
                version.groupVersion().version(),
                HorizontalPodAutoscaler.KIND,
                failure.getMessage()));
  }

  @Override
  public boolean tracksGeneration() {
    return gates.generation();
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    HorizontalPodAutoscaler hpa = decode(HpaVersion.STORAGE, object).withStatus(HpaStatus.EMPTY);
    require(hpa, HpaValidation.validateCreate(hpa, gates, release));
    replace(object, hpa);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode before) {
    HorizontalPodAutoscaler old = decode(HpaVersion.STORAGE, before);
    HorizontalPodAutoscaler hpa =
        HpaStrategy.prepareUpdate(decode(HpaVersion.STORAGE, object), old, gates);
    require(hpa, HpaValidation.validateUpdate(hpa, old, gates, release));
    replace(object, hpa);
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode before) {
    HorizontalPodAutoscaler old = decode(HpaVersion.STORAGE, before);
    HorizontalPodAutoscaler hpa =
        HpaStrategy.prepareStatusUpdate(decode(HpaVersion.STORAGE, object), old);
    require(hpa, HpaValidation.validateStatusUpdate(hpa, old, release));
    replace(object, hpa.withStatus(hpa.status().knownTo(release)));
  }

  @Override
  public void beforeStoring(ObjectNode object) {
    JsonNode metrics = object.at("/status/currentMetrics");
    if (release.storesEmptyListsAsNull() && metrics.isArray() && metrics.isEmpty()) {
      object.withObject("/status").putNull("currentMetrics");
    }
  }

  private static void require(HorizontalPodAutoscaler hpa, List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw StatusException.invalid(
          "autoscaling",
          HorizontalPodAutoscaler.KIND,
          String.valueOf(hpa.metadata().name()),
          errors.stream()
              .map(e -> new StatusException.Cause(e.reason().cause(), e.field(), e.message()))
              .toList());
    }
  }

  private static void replace(ObjectNode object, HorizontalPodAutoscaler hpa) {
    object.removeAll();
    object.setAll((ObjectNode) HpaVersion.STORAGE.encode(hpa));
  }
}
