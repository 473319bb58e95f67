package dev.hpa.validation;

import dev.hpa.api.GoQuote;
import dev.hpa.api.Json;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A validation error of one field.
 *
 * @param reason error type
 * @param field field path, always that of autoscaling/v2
 * @param message message of the cause in the Status, for example {@code Invalid value: 0: must be
 *     positive}
 */
public record FieldError(Reason reason, String field, String message) {

  /** Error types with their name in the API and the prefix of their messages. */
  public enum Reason {
    REQUIRED("FieldValueRequired", "Required value"),
    INVALID("FieldValueInvalid", "Invalid value"),
    NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
    FORBIDDEN("FieldValueForbidden", "Forbidden"),
    TOO_LONG("FieldValueTooLong", "Too long");

    private final String cause;
    private final String head;

    Reason(String cause, String head) {
      this.cause = cause;
      this.head = head;
    }

    /** The reason of the cause in the Status, for example {@code FieldValueInvalid}. */
    public String cause() {
      return cause;
    }
  }

  /** The path and the message. */
  public String text() {
    return field + ": " + message;
  }

  /**
   * The message of the Status with which the API server rejects an object (HTTP 422, reason {@code
   * Invalid}). Duplicate errors are listed once.
   *
   * @param kindAndGroup for example {@code HorizontalPodAutoscaler.autoscaling}
   * @param name object name
   * @param errors at least one
   */
  public static String statusMessage(String kindAndGroup, String name, List<FieldError> errors) {
    List<String> texts = errors.stream().map(FieldError::text).distinct().toList();
    String joined =
        texts.size() == 1
            ? texts.getFirst()
            : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    return kindAndGroup + " " + GoQuote.quote(name) + " is invalid: " + joined;
  }

  static FieldError required(String field, String detail) {
    return of(Reason.REQUIRED, field, detail);
  }

  static FieldError forbidden(String field, String detail) {
    return of(Reason.FORBIDDEN, field, detail);
  }

  static FieldError tooLong(String field, String detail) {
    return of(Reason.TOO_LONG, field, detail);
  }

  /** An invalid string, quoted as Go quotes it. */
  static FieldError invalidText(String field, String bad, String detail) {
    return of(Reason.INVALID, field, GoQuote.quote(bad) + ": " + detail);
  }

  /** An invalid value of any other type, shown as JSON. */
  public static FieldError invalid(String field, @Nullable Object bad, String detail) {
    return of(Reason.INVALID, field, Json.text(bad) + ": " + detail);
  }

  static FieldError notSupported(String field, String bad, String... supported) {
    String values =
        List.of(supported).stream().map(GoQuote::quote).collect(Collectors.joining(", "));
    return of(Reason.NOT_SUPPORTED, field, Json.text(bad) + ": supported values: " + values);
  }

  private static FieldError of(Reason reason, String field, String detail) {
    return new FieldError(
        reason, field, detail.isEmpty() ? reason.head : reason.head + ": " + detail);
  }
}
