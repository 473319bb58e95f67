package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
    return orElse(text(value), otherwise);
  }

  /** The string, or the other one if it is empty. */
  static String orElse(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  static int number(JsonNode value) {
    return value.asInt(0);
  }

  static boolean isPresent(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  /** The strings joined by commas. */
  static String joined(List<String> texts, String otherwise) {
    return orElse(String.join(",", texts), otherwise);
  }

  /** One field of each element. */
  static List<String> each(JsonNode array, String member) {
    return array.valueStream().map(element -> text(element.path(member))).toList();
  }

  /** Labels as {@code a=b,c=d}, sorted by key. */
  static String labels(JsonNode labels) {
    Map<String, String> sorted = new TreeMap<>();
    labels.forEachEntry((key, value) -> sorted.put(key, text(value)));
    String text =
        sorted.entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
    return orElse(text, NONE);
  }
}
