package dev.hpa.validation;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.MetricSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validation of the API server for autoscalers, in the order and with the messages of a release
 * of Kubernetes. Validates the hub version: field paths are those of autoscaling/v2 regardless of
 * the version of the request. Apply {@link HpaStrategy} first.
 */
public final class HpaValidation {

  /** The kind and group in messages about invalid autoscalers. */
  public static final String KIND_AND_GROUP = "HorizontalPodAutoscaler.autoscaling";

  private static final String AT_LEAST_ZERO = "must be greater than or equal to 0";

  /** Of an object, beyond which its further metrics are not validated. */
  private static final int MAX_ERRORS = 10_000;

  private final List<FieldError> errors = new ArrayList<>();

  /** Errors of declared rules, which follow all others. */
  private final List<FieldError> declared = new ArrayList<>();

  private final HpaSpec spec;
  private final @Nullable HpaSpec old;
  private final HpaFeatureGates gates;
  private final KubernetesVersion release;

  private HpaValidation(
      HpaSpec spec, @Nullable HpaSpec old, HpaFeatureGates gates, KubernetesVersion release) {
    this.spec = spec;
    this.old = old;
    this.gates = gates;
    this.release = release;
  }

  /** Validates a new autoscaler; returns an empty list if it is valid. */
  public static List<FieldError> validateCreate(
      HorizontalPodAutoscaler autoscaler, HpaFeatureGates gates, KubernetesVersion release) {
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.create(autoscaler.metadata(), release));
    errors.addAll(new HpaValidation(autoscaler.spec(), null, gates, release).spec());
    return reported(errors, release);
  }

  /**
   * Validates an update; returns an empty list if it is valid. Some values that are invalid for new
   * objects are allowed if the stored object has them.
   */
  public static List<FieldError> validateUpdate(
      HorizontalPodAutoscaler autoscaler,
      HorizontalPodAutoscaler old,
      HpaFeatureGates gates,
      KubernetesVersion release) {
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.update(autoscaler.metadata(), old.metadata(), release));
    errors.addAll(new HpaValidation(autoscaler.spec(), old.spec(), gates, release).spec());
    return reported(errors, release);
  }

  /** Validates a status update; the spec is not validated. */
  public static List<FieldError> validateStatusUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old, KubernetesVersion release) {
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.update(autoscaler.metadata(), old.metadata(), release));
    HpaStatus status = autoscaler.status();
    if (status.currentReplicas() < 0) {
      errors.add(
          FieldError.invalid("status.currentReplicas", status.currentReplicas(), AT_LEAST_ZERO));
    }
    if (status.desiredReplicas() < 0) {
      errors.add(
          FieldError.invalid("status.desiredReplicas", status.desiredReplicas(), AT_LEAST_ZERO));
    }
    if (release.validatesDeclaredRules()) {
      conditions(errors, status.conditionsOrEmpty());
    }
    return reported(errors, release);
  }

  private static void conditions(List<FieldError> errors, List<HpaCondition> conditions) {
    for (int i = 0; i < conditions.size(); i++) {
      Long generation = conditions.get(i).observedGeneration();
      if (generation != null && generation < 0) {
        errors.add(
            FieldError.invalid(
                "status.conditions[" + i + "].observedGeneration", generation, AT_LEAST_ZERO));
      }
    }
  }

  /** A server with declared rules reports an error that several rules find once. */
  private static List<FieldError> reported(List<FieldError> errors, KubernetesVersion release) {
    return release.validatesDeclaredRules() ? errors.stream().distinct().toList() : errors;
  }

  private List<FieldError> spec() {
    replicas();
    target();
    metrics();
    new BehaviorValidation(errors).validate(spec.behavior());
    errors.addAll(declared);
    return errors;
  }

  private void replicas() {
    Integer minReplicas = spec.minReplicas();
    int maxReplicas = spec.maxReplicas();
    int bound = smallestMinReplicas();
    if (minReplicas != null && minReplicas < bound) {
      boolean unchanged = old != null && minReplicas.equals(old.minReplicas());
      (isDeclared(unchanged) ? declared : errors)
          .add(
              FieldError.invalid(
                  "spec.minReplicas", minReplicas, "must be greater than or equal to " + bound));
    }
    boolean isDeclared = isDeclared(old != null && maxReplicas == old.maxReplicas());
    List<FieldError> place = isDeclared ? declared : errors;
    if (maxReplicas == 0) {
      String detail = isDeclared ? "" : "must be set and greater than 0";
      place.add(FieldError.required("spec.maxReplicas", detail));
    }
    if (maxReplicas < 0) {
      place.add(
          FieldError.invalid(
              "spec.maxReplicas", maxReplicas, "must be greater than or equal to 1"));
    }
    if (minReplicas != null && maxReplicas < minReplicas) {
      errors.add(
          FieldError.invalid(
              "spec.maxReplicas", maxReplicas, "must be greater than or equal to `minReplicas`"));
    }
  }

  /** Whether the declared rule of a field finds its errors: it concerns changed values only. */
  private boolean isDeclared(boolean unchanged) {
    return release.validatesDeclaredRules() && !unchanged;
  }

  /** Zero stays valid for an object that has it, so that objects survive turning the gate off. */
  private int smallestMinReplicas() {
    Integer stored = old == null ? null : old.minReplicas();
    return gates.scaleToZero() || (stored != null && stored == 0) ? 0 : 1;
  }

  private void target() {
    CrossVersionObjectReference target = spec.scaleTargetRef();
    ReferenceValidation.kindAndName(errors, target, "spec.scaleTargetRef");
    CrossVersionObjectReference stored = old == null ? null : old.scaleTargetRef();
    boolean unchanged =
        stored != null
            && stored.kind().equals(target.kind())
            && stored.apiVersionOrEmpty().equals(target.apiVersionOrEmpty());
    if (!unchanged) {
      ReferenceValidation.targetApiVersion(errors, target, "spec.scaleTargetRef");
    }
  }

  private void metrics() {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    boolean describedVersionIsChecked = old == null || !hasMalformedDescribedVersion(old);
    for (int i = 0; i < metrics.size() && errors.size() < MAX_ERRORS; i++) {
      new MetricValidation(errors, "spec.metrics[" + i + "]", describedVersionIsChecked)
          .validate(metrics.get(i));
    }
    Integer minReplicas = spec.minReplicas();
    if (minReplicas != null && minReplicas == 0 && !spec.hasObjectOrExternalMetric()) {
      errors.add(
          FieldError.forbidden(
              "spec.metrics",
              "must specify at least one Object or External metric to support scaling to zero"
                  + " replicas"));
    }
  }

  private static boolean hasMalformedDescribedVersion(HpaSpec spec) {
    return spec.metricsOrEmpty().stream()
        .map(MetricSpec::object)
        .anyMatch(
            object ->
                object != null && !ReferenceValidation.isWellFormed(object.describedObject()));
  }
}
