package dev.hpa.api.versions;

import dev.hpa.api.FieldError;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.MetadataValidation;
import dev.hpa.api.v1.ScaleV1;
import java.util.ArrayList;
import java.util.List;

/** Validates updates of a scale as the API server does. */
public final class ScaleValidation {

  private ScaleValidation() {}

  /** Validates a scale; returns an empty list if it is valid. */
  public static List<FieldError> validate(ScaleV1 scale, KubernetesVersion release) {
    List<FieldError> errors = new ArrayList<>(MetadataValidation.create(scale.metadata(), release));
    int replicas = scale.spec().replicas();
    if (replicas < 0) {
      errors.add(
          FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    }
    return errors;
  }
}
