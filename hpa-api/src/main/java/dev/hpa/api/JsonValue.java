package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a request body as written: fields in order including duplicates, numbers as literals,
 * and strings that record whether they contain escapes. Immutable.
 */
public sealed interface JsonValue {

  record Null() implements JsonValue {}

  record Flag(boolean value) implements JsonValue {}

  record Numeral(String literal) implements JsonValue {}

  record Text(String value, boolean escaped) implements JsonValue {}

  record Array(List<JsonValue> elements) implements JsonValue {}

  record Structure(List<Member> members) implements JsonValue {}

  record Member(String name, JsonValue value) {}

  /** The name of the type in error messages. */
  default String kind() {
    return switch (this) {
      case Null none -> "null";
      case Flag flag -> "bool";
      case Numeral number -> "number " + number.literal();
      case Text text -> "string";
      case Array array -> "array";
      case Structure structure -> "object";
    };
  }

  /** The last field of a name; null if this is not an object, or has no such field. */
  default @Nullable JsonValue member(String name) {
    if (this instanceof Structure structure) {
      for (Member member : structure.members().reversed()) {
        if (member.name().equals(name)) {
          return member.value();
        }
      }
    }
    return null;
  }

  /**
   * The value as a tree; the last of several fields of a name applies.
   *
   * @throws JsonFormatException if a number is out of range
   */
  default JsonNode tree() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (this) {
      case Null none -> nodes.nullNode();
      case Flag flag -> nodes.booleanNode(flag.value());
      case Text text -> nodes.textNode(text.value());
      case Numeral number when number.literal().matches("-?[0-9]+") ->
          nodes.numberNode(new BigInteger(number.literal()));
      case Numeral number -> nodes.numberNode(decimal(number.literal()));
      case Array array -> {
        ArrayNode elements = nodes.arrayNode();
        array.elements().forEach(element -> elements.add(element.tree()));
        yield elements;
      }
      case Structure structure -> {
        ObjectNode members = nodes.objectNode();
        structure.members().forEach(member -> members.set(member.name(), member.value().tree()));
        yield members;
      }
    };
  }

  private static BigDecimal decimal(String literal) {
    try {
      return new BigDecimal(literal);
    } catch (NumberFormatException e) {
      throw new JsonFormatException("number out of range: " + literal, e);
    }
  }

  /**
   * Parses a single JSON value.
   *
   * @throws JsonFormatException if the text is not JSON or has trailing content
   */
  static JsonValue parse(String json) {
    try (JsonParser in = Json.mapper().createParser(json)) {
      JsonToken first = in.nextToken();
      if (first == null) {
        throw new JsonFormatException("unexpected end of JSON input", null);
      }
      JsonValue value = value(in, new Reading.AsWritten());
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
   * Reads the value at which a parser is positioned, to its end, for responses of servers: strings
   * do not record escapes, and {@code managedFields} lists are omitted.
   */
  static JsonValue read(JsonParser in) throws IOException {
    return read(in, ReadBudget.unlimited());
  }

  /**
   * Reads as {@link #read(JsonParser)}, as far as a budget allows: what exceeds it is skipped, and
   * missing in the result.
   */
  static JsonValue read(JsonParser in, ReadBudget budget) throws IOException {
    return value(in, new Reading.OfServers(budget));
  }

  private static JsonValue value(JsonParser in, Reading reading) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NULL -> new Null();
      case VALUE_TRUE -> new Flag(true);
      case VALUE_FALSE -> new Flag(false);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(in.getText());
      case VALUE_STRING -> text(in, reading);
      case START_ARRAY -> array(in, reading);
      case START_OBJECT -> structure(in, reading);
      default -> throw new JsonFormatException("unexpected " + in.currentToken(), null);
    };
  }

  private static Text text(JsonParser in, Reading reading) throws IOException {
    long start = reading.recordsEscapes() ? in.currentTokenLocation().getCharOffset() : 0;
    String text = in.getText();
    boolean escaped =
        reading.recordsEscapes()
            && in.currentLocation().getCharOffset() - start - 2 != text.length();
    return new Text(wellFormed(text), escaped);
  }

  /** An unpaired surrogate becomes U+FFFD, as in Go. */
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

  private static Array array(JsonParser in, Reading reading) throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (reading.skips("", in)) {
        in.skipChildren();
      } else {
        elements.add(value(in, reading));
      }
    }
    return new Array(elements);
  }

  private static Structure structure(JsonParser in, Reading reading) throws IOException {
    List<Member> members = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      if (reading.skips(name, in)) {
        in.skipChildren();
      } else {
        members.add(new Member(wellFormed(name), value(in, reading)));
      }
    }
    return new Structure(members);
  }
}
