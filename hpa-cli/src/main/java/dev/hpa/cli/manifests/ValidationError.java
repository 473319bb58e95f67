package dev.hpa.cli.manifests;

import dev.hpa.validation.FieldError;

/**
 * One reason why the API server would reject an object.
 *
 * @param reason as in the API response: {@code FieldValueInvalid}, {@code BadRequest}, …
 * @param field the path of the field; empty for the document as a whole
 * @param message as in the API response
 * @param fix what to write instead; empty if the message says it
 */
public record ValidationError(String reason, String field, String message, String fix) {

  /** The reason of bodies that cannot be decoded. */
  static final String BAD_REQUEST = "BadRequest";

  ValidationError(String reason, String field, String message) {
    this(reason, field, message, "");
  }

  /** The field and the message. */
  public String text() {
    return field.isEmpty() ? message : field + ": " + message;
  }

  static ValidationError of(FieldError error) {
    return new ValidationError(error.reason().cause(), error.field(), error.message());
  }

  static ValidationError of(ManifestException failure) {
    return new ValidationError(BAD_REQUEST, failure.field(), failure.why());
  }
}
