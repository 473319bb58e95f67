package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.FieldError;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaGates;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.HpaStrategy;
import dev.hpa.api.HpaValidation;
import dev.hpa.api.HpaVersion;
import dev.hpa.api.JsonFormatException;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import java.util.ArrayList;
import java.util.List;

/** HorizontalPodAutoscalers of every version go through the hub, which is also what is stored. */
final class HpaRules implements ResourceType.Rules {

  private static final HpaGates GATES = HpaGates.DEFAULT;

  /** The served versions, the stored one first. */
  static List<Version> versions() {
    List<Version> versions = new ArrayList<>();
    versions.add(Version.stored(name(HpaVersion.STORAGE)));
    for (HpaVersion version : HpaVersion.values()) {
      if (version != HpaVersion.STORAGE && version.isServed()) {
        versions.add(
            Version.converted(
                name(version),
                tree -> (ObjectNode) HpaVersion.STORAGE.encode(decode(version, tree)),
                tree -> (ObjectNode) version.encode(decode(HpaVersion.STORAGE, tree))));
      }
    }
    return versions;
  }

  private static String name(HpaVersion version) {
    return version.apiVersion().substring(version.apiVersion().indexOf('/') + 1);
  }

  private static HorizontalPodAutoscaler decode(HpaVersion version, ObjectNode tree) {
    try {
      return version.decode(tree);
    } catch (JsonFormatException failure) {
      throw StatusException.badRequest(
          HorizontalPodAutoscaler.KIND
              + " in version \""
              + name(version)
              + "\" cannot be handled as a "
              + HorizontalPodAutoscaler.KIND
              + ": "
              + failure.getMessage());
    }
  }

  @Override
  public void onCreate(ObjectNode object) {
    HorizontalPodAutoscaler hpa = decode(HpaVersion.STORAGE, object).withStatus(HpaStatus.EMPTY);
    require(hpa, HpaValidation.validateCreate(hpa, GATES));
    replace(object, hpa);
  }

  @Override
  public void onUpdate(ObjectNode object, ObjectNode before) {
    HorizontalPodAutoscaler old = decode(HpaVersion.STORAGE, before);
    HorizontalPodAutoscaler hpa =
        HpaStrategy.prepareUpdate(decode(HpaVersion.STORAGE, object), old, GATES);
    require(hpa, HpaValidation.validateUpdate(hpa, old, GATES));
    replace(object, hpa);
  }

  @Override
  public void onStatusUpdate(ObjectNode object, ObjectNode before) {
    HorizontalPodAutoscaler old = decode(HpaVersion.STORAGE, before);
    HorizontalPodAutoscaler hpa =
        HpaStrategy.prepareStatusUpdate(decode(HpaVersion.STORAGE, object), old);
    require(hpa, HpaValidation.validateStatusUpdate(hpa, old));
    replace(object, hpa);
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
