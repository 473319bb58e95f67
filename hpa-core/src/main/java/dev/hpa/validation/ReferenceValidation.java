package dev.hpa.validation;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.NameValidation;
import java.util.List;

/** Validates references to other objects; does not check that the object or its kind exists. */
final class ReferenceValidation {

  private static final String REPLICATION_CONTROLLER = "ReplicationController";

  private ReferenceValidation() {}

  static void kindAndName(
      List<FieldError> errors, CrossVersionObjectReference reference, String field) {
    segment(errors, reference.kind(), field + ".kind");
    segment(errors, reference.name(), field + ".name");
  }

  private static void segment(List<FieldError> errors, String value, String field) {
    if (value.isEmpty()) {
      errors.add(FieldError.required(field, ""));
      return;
    }
    NameValidation.pathSegment(value)
        .forEach(text -> errors.add(FieldError.invalidText(field, value, text)));
  }

  /** The apiVersion of a reference whose group may be empty. */
  static void apiVersion(
      List<FieldError> errors, CrossVersionObjectReference reference, String field) {
    parsed(errors, reference, field);
  }

  /** The apiVersion of a scale target, which must name a group unless the kind is from core. */
  static void targetApiVersion(
      List<FieldError> errors, CrossVersionObjectReference reference, String field) {
    String group = parsed(errors, reference, field);
    if (group.isEmpty()
        && isWellFormed(reference)
        && !reference.kind().equals(REPLICATION_CONTROLLER)) {
      errors.add(
          FieldError.invalidText(
              field + ".apiVersion",
              reference.apiVersionOrEmpty(),
              "apiVersion must specify API group"));
    }
  }

  /** Whether the apiVersion has the form of one. */
  static boolean isWellFormed(CrossVersionObjectReference reference) {
    try {
      ApiGroupVersion.parse(reference.apiVersionOrEmpty());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The group, empty also after an error. */
  private static String parsed(
      List<FieldError> errors, CrossVersionObjectReference reference, String field) {
    try {
      return ApiGroupVersion.parse(reference.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException e) {
      errors.add(
          FieldError.invalidText(
              field + ".apiVersion",
              reference.apiVersionOrEmpty(),
              String.valueOf(e.getMessage())));
      return "";
    }
  }
}
