package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What goes back to a client. */
sealed interface Answer {

  String JSON = "application/json";

  /** A whole body. */
  record Whole(int code, String contentType, byte[] body, Map<String, String> headers)
      implements Answer {

    Whole withBody(byte[] other) {
      return new Whole(code, contentType, other, headers);
    }

    Whole withHeader(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Whole(code, contentType, body, more);
    }
  }

  /** A body that is written as it comes about. */
  record Streamed(int code, String contentType, Writer writer) implements Answer {

    Streamed withWriter(Writer other) {
      return new Streamed(code, contentType, other);
    }
  }

  /** An answer of which only the first half of the body is sent. */
  record Cut(Whole whole) implements Answer {}

  /** No answer: the connection is reset. */
  record Reset() implements Answer {}

  /** Writes a body; each write reaches the client at once. */
  @FunctionalInterface
  interface Writer {
    void writeTo(OutputStream out) throws IOException, InterruptedException;

    /** Ends the body soon, because there is nobody left to read it. */
    default void stop() {}
  }

  static Whole json(int code, JsonNode body) {
    return json(code, Json.write(body));
  }

  /** JSON without the line end that closes a body. */
  static Whole json(int code, byte[] body) {
    byte[] line = Arrays.copyOf(body, body.length + 1);
    line[body.length] = '\n';
    return new Whole(code, JSON, line, Map.of());
  }

  static Whole text(int code, String text) {
    return new Whole(
        code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
