package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What goes back to a client. */
sealed interface Answer {

  String JSON = "application/json";

  int code();

  String contentType();

  /** A whole body. */
  record Whole(int code, String contentType, byte[] body, Map<String, String> headers)
      implements Answer {}

  /** A body that is written as it comes about. */
  record Streamed(int code, String contentType, Writer writer) implements Answer {}

  /** Writes a body; each write reaches the client at once. */
  @FunctionalInterface
  interface Writer {
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  static Answer json(int code, JsonNode body) {
    return json(code, Json.write(body));
  }

  static Answer json(int code, byte[] body) {
    return new Whole(code, JSON, body, Map.of());
  }

  static Answer text(int code, String text) {
    return new Whole(
        code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
