package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON as it stands in a request body: members in their order with repetitions, numbers as their
 * literals, and strings that know whether they were written with escapes.
 */
sealed interface JsonValue {

  record Null() implements JsonValue {}

  record Flag(boolean value) implements JsonValue {}

  record Numeral(String literal) implements JsonValue {}

  record Text(String value, boolean escaped) implements JsonValue {}

  record Array(List<JsonValue> elements) implements JsonValue {}

  record Structure(List<Member> members) implements JsonValue {}

  record Member(String name, JsonValue value) {}

  /** What an error message calls this kind of value. */
  default String kind() {
    return switch (this) {
      case Null _ -> "null";
      case Flag _ -> "bool";
      case Numeral number -> "number " + number.literal();
      case Text _ -> "string";
      case Array _ -> "array";
      case Structure _ -> "object";
    };
  }

  /**
   * Reads one value and nothing behind it.
   *
   * @throws JsonFormatException if the text is no JSON
   */
  static JsonValue parse(String json) {
    try (JsonParser in = Json.mapper().createParser(json)) {
      JsonToken first = in.nextToken();
      if (first == null) {
        throw new JsonFormatException("unexpected end of JSON input", null);
      }
      JsonValue value = value(in);
      if (in.nextToken() != null) {
        throw new JsonFormatException("unexpected text after the JSON value", null);
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new JsonFormatException(e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()), e);
    }
  }

  private static JsonValue value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NULL -> new Null();
      case VALUE_TRUE -> new Flag(true);
      case VALUE_FALSE -> new Flag(false);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(in.getText());
      case VALUE_STRING -> text(in);
      case START_ARRAY -> array(in);
      case START_OBJECT -> structure(in);
      default -> throw new JsonFormatException("unexpected " + in.currentToken(), null);
    };
  }

  private static Text text(JsonParser in) throws IOException {
    long start = in.currentTokenLocation().getCharOffset();
    String text = in.getText();
    long literal = in.currentLocation().getCharOffset() - start - 2;
    return new Text(wellFormed(text), literal != text.length());
  }

  /** Half a surrogate pair becomes the replacement character, as in Go. */
  private static String wellFormed(String text) {
    boolean wellFormed =
        text.codePoints()
            .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    if (wellFormed) {
      return text;
    }
    StringBuilder repaired = new StringBuilder();
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(repaired::appendCodePoint);
    return repaired.toString();
  }

  private static Array array(JsonParser in) throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(in));
    }
    return new Array(elements);
  }

  private static Structure structure(JsonParser in) throws IOException {
    List<Member> members = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      members.add(new Member(wellFormed(name), value(in)));
    }
    return new Structure(members);
  }
}
