package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Streaming reads of API objects. Each method consumes the current value of the parser; a value of
 * another type is read as empty.
 */
final class JsonTokens {

  private JsonTokens() {}

  /** Reads the value the parser stands on. */
  @FunctionalInterface
  interface Value {
    void read() throws IOException;
  }

  /** Reads the value of a member. */
  @FunctionalInterface
  interface Member {
    void read(String name) throws IOException;
  }

  static void members(JsonParser in, Member member) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      member.read(name);
    }
  }

  static void elements(JsonParser in, Value element) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  /** Texts that many objects share. */
  static Map<String, String> strings(JsonParser in) throws IOException {
    Map<String, String> strings = new TreeMap<>();
    members(in, name -> strings.put(name.intern(), text(in).intern()));
    return Map.copyOf(strings);
  }

  /**
   * @throws IllegalArgumentException if it is an object or an array
   */
  static String text(JsonParser in) throws IOException {
    if (in.currentToken().isStructStart()) {
      throw new IllegalArgumentException(in.currentName() + " is no text");
    }
    String text = in.getValueAsString();
    return text == null ? "" : text;
  }

  /**
   * @return null for null
   * @throws IllegalArgumentException if it is no time
   */
  static @Nullable Instant time(JsonParser in) throws IOException {
    return in.currentToken() == JsonToken.VALUE_NULL ? null : Timestamps.parse(text(in));
  }
}
