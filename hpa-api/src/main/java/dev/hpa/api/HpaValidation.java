package dev.hpa.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the API server for autoscalers, in the order and with the texts of Kubernetes 1.36.
 * Objects are judged in the hub's shape, so paths are those of autoscaling/v2 whatever version a
 * client used; what {@link HpaStrategy} drops or restores must have been dropped or restored
 * before.
 */
public final class HpaValidation {

  /** How the status of a refused autoscaler names its kind. */
  public static final String KIND_AND_GROUP = "HorizontalPodAutoscaler.autoscaling";

  private static final String AT_LEAST_ZERO = "must be greater than or equal to 0";

  private final List<FieldError> errors = new ArrayList<>();
  private final HpaSpec spec;
  private final @Nullable HpaSpec old;
  private final HpaGates gates;

  private HpaValidation(HpaSpec spec, @Nullable HpaSpec old, HpaGates gates) {
    this.spec = spec;
    this.old = old;
    this.gates = gates;
  }

  /** The errors of a new autoscaler; none if it may be created. */
  public static List<FieldError> validateCreate(
      HorizontalPodAutoscaler autoscaler, HpaGates gates) {
    List<FieldError> errors = new ArrayList<>(MetadataValidation.create(autoscaler.metadata()));
    errors.addAll(new HpaValidation(autoscaler.spec(), null, gates).spec());
    return errors;
  }

  /** The errors of a changed autoscaler. What the stored one already has may be kept. */
  public static List<FieldError> validateUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old, HpaGates gates) {
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.update(autoscaler.metadata(), old.metadata()));
    errors.addAll(new HpaValidation(autoscaler.spec(), old.spec(), gates).spec());
    return errors;
  }

  /** The errors of an autoscaler whose status is written; its spec is not looked at. */
  public static List<FieldError> validateStatusUpdate(
      HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscaler old) {
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.update(autoscaler.metadata(), old.metadata()));
    HpaStatus status = autoscaler.status();
    if (status.currentReplicas() < 0) {
      errors.add(
          FieldError.invalid("status.currentReplicas", status.currentReplicas(), AT_LEAST_ZERO));
    }
    if (status.desiredReplicas() < 0) {
      errors.add(
          FieldError.invalid("status.desiredReplicas", status.desiredReplicas(), AT_LEAST_ZERO));
    }
    return errors;
  }

  private List<FieldError> spec() {
    replicas();
    target();
    metrics();
    new BehaviorValidation(errors).validate(spec.behavior());
    return errors;
  }

  private void replicas() {
    Integer minReplicas = spec.minReplicas();
    int maxReplicas = spec.maxReplicas();
    int bound = smallestMinReplicas();
    if (minReplicas != null && minReplicas < bound) {
      errors.add(
          FieldError.invalid(
              "spec.minReplicas", minReplicas, "must be greater than or equal to " + bound));
    }
    if (maxReplicas == 0) {
      errors.add(FieldError.required("spec.maxReplicas", "must be set and greater than 0"));
    }
    if (maxReplicas < 0) {
      errors.add(
          FieldError.invalid(
              "spec.maxReplicas", maxReplicas, "must be greater than or equal to 1"));
    }
    if (minReplicas != null && maxReplicas < minReplicas) {
      errors.add(
          FieldError.invalid(
              "spec.maxReplicas", maxReplicas, "must be greater than or equal to `minReplicas`"));
    }
  }

  /** Zero stays allowed for an object that has it, so that turning the gate off breaks nothing. */
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
    for (int i = 0; i < metrics.size(); i++) {
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
