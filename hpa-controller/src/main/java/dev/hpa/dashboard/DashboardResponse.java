package dev.hpa.dashboard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.controller.explain.JsonBytes;
import java.time.Duration;
import java.util.Map;

/** The response to a request. */
public sealed interface DashboardResponse {

  /**
   * A complete response.
   *
   * @param headers besides those of every response
   */
  record Content(int status, String contentType, byte[] body, Map<String, String> headers)
      implements DashboardResponse {

    Content(int status, String contentType, byte[] body) {
      this(status, contentType, body, Map.of());
    }
  }

  /** Server-sent events with the status 200. The sender closes the stream. */
  record Events(ChangeStream stream) implements DashboardResponse {}

  /** The request is for the folder at this path, which is relative to the request. */
  record Redirect(String location) implements DashboardResponse {}

  /** A JSON response. */
  static Content json(ObjectNode body) {
    return json(200, JsonBytes.of(body));
  }

  /** A response of JSON in UTF-8. */
  static Content json(byte[] body) {
    return json(200, body);
  }

  /** The response to a request that failed: an object with the message. */
  static Content error(int status, String message) {
    return json(
        status, JsonBytes.of(JsonNodeFactory.instance.objectNode().put("message", message)));
  }

  /**
   * The response to a request that exceeds a limit.
   *
   * @param retryAfter when to send it again, in whole seconds
   */
  static Content busy(String message, Duration retryAfter) {
    Content error = error(429, message);
    return new Content(
        error.status(),
        error.contentType(),
        error.body(),
        Map.of("Retry-After", Long.toString(retryAfter.toSeconds())));
  }

  private static Content json(int status, byte[] body) {
    return new Content(status, "application/json", body);
  }
}
