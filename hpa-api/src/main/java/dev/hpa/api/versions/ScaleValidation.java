package dev.hpa.api.versions;

import dev.hpa.api.FieldError;
import dev.hpa.api.MetadataValidation;
import dev.hpa.api.v1.ScaleV1;
import java.util.ArrayList;
import java.util.List;

/** The rules of the API server for a scale that is written. */
public final class ScaleValidation {

  private ScaleValidation() {}

  /** The errors of the scale; none if it may be applied to its object. */
  public static List<FieldError> validate(ScaleV1 scale) {
    List<FieldError> errors = new ArrayList<>(MetadataValidation.create(scale.metadata()));
    int replicas = scale.spec().replicas();
    if (replicas < 0) {
      errors.add(
          FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    }
    return errors;
  }
}
