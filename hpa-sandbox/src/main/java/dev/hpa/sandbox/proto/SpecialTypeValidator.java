package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * Validates JSON values of messages with a special JSON encoding, with the messages of
 * kube-apiserver.
 */
final class SpecialTypeValidator {

  private static final String SECONDS_LAYOUT = "2006-01-02T15:04:05Z07:00";
  private static final String MICROS_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

  private SpecialTypeValidator() {}

  /**
   * The error message of a value, or null if it is valid.
   *
   * @param text the value as written, without quotes; empty for objects and lists
   */
  static @Nullable String mismatch(SpecialTypeConverter form, JsonToken token, String text) {
    return switch (form) {
      case QuantityConverter quantity -> quantity(token, text);
      case IntOrStringConverter number -> intOrString(token, text);
      case TimeConverter time -> time(time, token, text);
      default -> null;
    };
  }

  private static @Nullable String quantity(JsonToken token, String text) {
    try {
      boolean possible = token == JsonToken.VALUE_STRING || token.isNumeric();
      Quantity.parse(possible ? text : "?");
      return null;
    } catch (QuantityFormatException failure) {
      return failure.getMessage();
    }
  }

  private static @Nullable String intOrString(JsonToken token, String text) {
    if (token == JsonToken.VALUE_STRING) {
      return null;
    }
    try {
      if (token == JsonToken.VALUE_NUMBER_INT) {
        Integer.parseInt(text);
        return null;
      }
    } catch (NumberFormatException tooLarge) {
      // Falls through to the error.
    }
    return "json: cannot unmarshal " + shown(token, text) + " into Go value of type int32";
  }

  private static String shown(JsonToken token, String text) {
    return token.isNumeric() ? "number " + text : kind(token);
  }

  private static String kind(JsonToken token) {
    if (token.isNumeric()) {
      return "number";
    }
    return token.isBoolean() ? "bool" : token == JsonToken.START_ARRAY ? "array" : "object";
  }

  private static @Nullable String time(TimeConverter form, JsonToken token, String text) {
    if (token != JsonToken.VALUE_STRING) {
      return "json: cannot unmarshal " + kind(token) + " into Go value of type string";
    }
    return form.isOfSeconds() ? seconds(text) : micros(text);
  }

  private static @Nullable String seconds(String text) {
    try {
      Timestamps.parse(text);
      return null;
    } catch (IllegalArgumentException failure) {
      return "parsing time \"" + text + "\" as \"" + SECONDS_LAYOUT + "\": not such a time";
    }
  }

  /** Servers require six digits. */
  private static @Nullable String micros(String text) {
    if (text.matches(".*:\\d\\d\\.\\d{6}(Z|[+-]\\d\\d:\\d\\d)") && seconds(text) == null) {
      return null;
    }
    String head = "parsing time \"" + text + "\" as \"" + MICROS_LAYOUT + "\": ";
    return seconds(text) == null && text.endsWith("Z") && !text.contains(".")
        ? head + "cannot parse \"Z\" as \".000000\""
        : head + "not such a time";
  }
}
