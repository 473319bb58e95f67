package dev.hpa.cli.manifests;

import dev.hpa.api.FieldError;

/**
 * One reason why the API server would refuse an object.
 *
 * @param reason as in the API's answer: {@code FieldValueInvalid}, {@code BadRequest}, …
 * @param field the path of the member; empty for the document as a whole
 */
public record Cause(String reason, String field, String message) {

  /** The reason of bodies that cannot be decoded. */
  static final String BAD_REQUEST = "BadRequest";

  static Cause of(FieldError error) {
    return new Cause(error.reason().cause(), error.field(), error.message());
  }

  static Cause of(ManifestException failure) {
    return new Cause(BAD_REQUEST, failure.field(), failure.why());
  }
}
