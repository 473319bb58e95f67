package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads fields like Go's decoder: absent and null are empty, zero or false. */
final class FieldReader {

  static final String NONE = "<none>";
  static final String UNKNOWN = "<unknown>";

  private FieldReader() {}

  static String name(JsonNode object) {
    return text(object.path("metadata").path("name"));
  }

  static String text(JsonNode value) {
    return value.asText("");
  }

  static String textOr(JsonNode value, String otherwise) {
    String text = text(value);
    return text.isEmpty() ? otherwise : text;
  }

  static int number(JsonNode value) {
    return value.asInt(0);
  }

  static boolean isPresent(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }
}
