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
 * Converts the tolerances of both directions, which this version stores as plain quantities in
 * annotations, as Kubernetes 1.33 and later do. Unlike any other reserved annotation, a malformed
 * one is an error.
 */
final class Tolerance {

  private static final ScalingRules NO_RULES = new ScalingRules(null, null, null, null);

  private Tolerance() {}

  /** Returns a spec with the fields of v2beta2 only. */
  static HpaSpec removed(HpaSpec spec) {
    HpaSpec known = spec.withSyncPeriodSeconds(null);
    Behavior behavior = known.behavior();
    return behavior == null
        ? known
        : known.withBehavior(
            new Behavior(with(behavior.scaleUp(), null), with(behavior.scaleDown(), null)));
  }

  /** Returns the annotations that store what {@link #removed} removes. */
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
   * Returns the spec with the tolerances from the annotations.
   *
   * @throws IllegalArgumentException if an annotation is not a quantity
   */
  static HpaSpec restored(HpaSpec spec, ObjectMeta metadata) {
    String up = ReservedAnnotations.get(metadata, ReservedAnnotations.SCALE_UP_TOLERANCE);
    String down = ReservedAnnotations.get(metadata, ReservedAnnotations.SCALE_DOWN_TOLERANCE);
    if (up == null && down == null) {
      return spec;
    }
    Behavior behavior = spec.behavior() == null ? new Behavior(null, null) : spec.behavior();
    return spec.withBehavior(
        new Behavior(with(behavior.scaleUp(), up), with(behavior.scaleDown(), down)));
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
}
