package dev.hpa.dashboard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.nio.charset.StandardCharsets;

/** The response to a request. */
public sealed interface DashboardResponse {

  /** A complete response. */
  record Content(int status, String contentType, byte[] body) implements DashboardResponse {}

  /** Server-sent events with the status 200. The sender closes the stream. */
  record Events(ChangeStream stream) implements DashboardResponse {}

  /** The request is for the folder at this path, which is relative to the request. */
  record Redirect(String location) implements DashboardResponse {}

  /** A JSON response. */
  static Content json(ObjectNode body) {
    return json(200, body);
  }

  /** The response to a request that failed: an object with the message. */
  static Content error(int status, String message) {
    return json(status, JsonNodeFactory.instance.objectNode().put("message", message));
  }

  private static Content json(int status, ObjectNode body) {
    return new Content(
        status, "application/json", Json.text(body).getBytes(StandardCharsets.UTF_8));
  }
}
