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
      JsonValue value = value(in, JsonValue::locatedText);
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

  /**
   * Reads the value a parser stands on, to its end, as servers write it: no string in it counts as
   * written with escapes.
   */
  static JsonValue read(JsonParser in) throws IOException {
    return value(in, JsonValue::plainText);
  }

  /** Reads the string a parser stands on. */
  @FunctionalInterface
  interface TextReader {
    Text read(JsonParser in) throws IOException;
  }

  private static JsonValue value(JsonParser in, TextReader texts) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NULL -> new Null();
      case VALUE_TRUE -> new Flag(true);
      case VALUE_FALSE -> new Flag(false);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(in.getText());
      case VALUE_STRING -> texts.read(in);
      case START_ARRAY -> array(in, texts);
      case START_OBJECT -> structure(in, texts);
      default -> throw new JsonFormatException("unexpected " + in.currentToken(), null);
    };
  }

  private static Text plainText(JsonParser in) throws IOException {
    return new Text(wellFormed(in.getText()), false);
  }

  private static Text locatedText(JsonParser in) throws IOException {
    long start = in.currentTokenLocation().getCharOffset();
    String text = in.getText();
    long literal = in.currentLocation().getCharOffset() - start - 2;
    return new Text(wellFormed(text), literal != text.length());
  }

  /** Half a surrogate pair becomes the replacement character, as in Go. */
  private static String wellFormed(String text) {
    if (!hasSurrogate(text)) {
      return text;
    }
    StringBuilder repaired = new StringBuilder();
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(repaired::appendCodePoint);
    return repaired.toString();
  }

  private static boolean hasSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static Array array(JsonParser in, TextReader texts) throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(in, texts));
    }
    return new Array(elements);
  }

  private static Structure structure(JsonParser in, TextReader texts) throws IOException {
    List<Member> members = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      members.add(new Member(wellFormed(name), value(in, texts)));
    }
    return new Structure(members);
  }
}
