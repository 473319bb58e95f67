package dev.hpa.sandbox.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** The response to a request. */
public sealed interface ApiResponse {

  String JSON = "application/json";
  String TEXT = "text/plain; charset=utf-8";

  /** Smaller bodies are not compressed, as in kube-apiserver. */
  int COMPRESSED_BYTES = 128 * 1024;

  /** A complete body. */
  record Whole(int code, String contentType, byte[] body, Map<String, String> headers)
      implements ApiResponse {

    /** A compressed copy, if the body is large enough and the client accepts gzip. */
    public Whole compressedFor(String acceptedEncodings) {
      if (body.length <= COMPRESSED_BYTES || !acceptedEncodings.contains("gzip")) {
        return this;
      }
      ByteArrayOutputStream small = new ByteArrayOutputStream(body.length / 4);
      try (OutputStream gzip = new GZIPOutputStream(small)) {
        gzip.write(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return withBody(small.toByteArray()).withHeader("Content-Encoding", "gzip");
    }

    public Whole withBody(byte[] other) {
      return new Whole(code, contentType, other, headers);
    }

    public Whole withHeader(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Whole(code, contentType, body, more);
    }
  }

  /** A body that is streamed. */
  record Streamed(int code, String contentType, Writer writer) implements ApiResponse {

    public Streamed withWriter(Writer other) {
      return new Streamed(code, contentType, other);
    }
  }

  /** A response of which only the first half of the body is sent. */
  record Truncated(Whole whole) implements ApiResponse {}

  /** No response: the connection is reset. */
  record Reset() implements ApiResponse {}

  /** Writes a body; each write is flushed to the client. */
  @FunctionalInterface
  interface Writer {
    void writeTo(OutputStream out) throws IOException, InterruptedException;

    /** Ends the body soon, because the client has disconnected. */
    default void stop() {}
  }

  static Whole json(int code, JsonNode body) {
    return json(code, Json.write(body));
  }

  /** JSON without a trailing newline. */
  static Whole json(int code, byte[] body) {
    byte[] line = Arrays.copyOf(body, body.length + 1);
    line[body.length] = '\n';
    return new Whole(code, JSON, line, Map.of());
  }

  static Whole errorResponse(StatusException error) {
    Whole answer = json(error.code(), error.status());
    JsonNode retryAfter = error.status().at("/details/retryAfterSeconds");
    return retryAfter.isMissingNode()
        ? answer
        : answer.withHeader("Retry-After", retryAfter.asText());
  }

  static Whole text(int code, String text) {
    return new Whole(code, TEXT, text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  /** The response to a path that is not served. */
  static ApiResponse notFound() {
    return text(404, "404 page not found\n");
  }
}
