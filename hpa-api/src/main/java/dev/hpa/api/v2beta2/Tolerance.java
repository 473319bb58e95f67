package dev.hpa.api.v2beta2;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.api.ReservedAnnotations;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tolerances of both directions, which this version carries as bare quantities in annotations,
 * as it did in Kubernetes 1.33 to its removal. Other than everywhere else, a malformed one is an
 * error.
 */
final class Tolerance {

  private static final ScalingRules NO_RULES = new ScalingRules(null, null, null, null);

  private Tolerance() {}

  static HpaSpec removed(HpaSpec spec) {
    Behavior behavior = spec.behavior();
    return behavior == null
        ? spec
        : withBehavior(
            spec, new Behavior(with(behavior.scaleUp(), null), with(behavior.scaleDown(), null)));
  }

  /** The annotations that carry what {@link #removed} takes away. */
  static Map<String, String> annotations(HpaSpec spec) {
    Map<String, String> annotations = new HashMap<>();
    Behavior behavior = spec.behavior();
    if (behavior != null) {
      put(annotations, ReservedAnnotations.SCALE_UP_TOLERANCE, behavior.scaleUp());
      put(annotations, ReservedAnnotations.SCALE_DOWN_TOLERANCE, behavior.scaleDown());
    }
    return annotations;
  }

  private static void put(
      Map<String, String> annotations, String key, @Nullable ScalingRules rules) {
    Quantity tolerance = rules == null ? null : rules.tolerance();
    if (tolerance != null) {
      annotations.put(key, tolerance.toString());
    }
  }

  /**
   * The spec with the tolerances of the annotations.
   *
   * @throws IllegalArgumentException if one of them is no quantity
   */
  static HpaSpec restored(HpaSpec spec, ObjectMeta metadata) {
    String up = ReservedAnnotations.get(metadata, ReservedAnnotations.SCALE_UP_TOLERANCE);
    String down = ReservedAnnotations.get(metadata, ReservedAnnotations.SCALE_DOWN_TOLERANCE);
    if (up == null && down == null) {
      return spec;
    }
    Behavior behavior = spec.behavior() == null ? new Behavior(null, null) : spec.behavior();
    return withBehavior(
        spec, new Behavior(with(behavior.scaleUp(), up), with(behavior.scaleDown(), down)));
  }

  private static @Nullable ScalingRules with(
      @Nullable ScalingRules rules, @Nullable String tolerance) {
    if (rules == null && tolerance == null) {
      return null;
    }
    ScalingRules base = rules == null ? NO_RULES : rules;
    return new ScalingRules(
        base.stabilizationWindowSeconds(),
        base.selectPolicy(),
        base.policies(),
        tolerance == null ? null : Quantity.parse(tolerance));
  }

  private static HpaSpec withBehavior(HpaSpec spec, Behavior behavior) {
    return new HpaSpec(
        spec.scaleTargetRef(), spec.minReplicas(), spec.maxReplicas(), spec.metrics(), behavior);
  }
}
