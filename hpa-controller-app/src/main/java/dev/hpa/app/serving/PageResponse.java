package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.nio.charset.StandardCharsets;

/** The answer to a request. */
public record PageResponse(int code, String contentType, byte[] body) {

  static final String PLAIN = "text/plain; charset=utf-8";

  /** Where nothing is. */
  static final PageResponse NOT_FOUND = text(404, "404 page not found\n");

  /** An answer in plain text. */
  public static PageResponse text(int code, String text) {
    return new PageResponse(code, PLAIN, text.getBytes(StandardCharsets.UTF_8));
  }

  /** An answer in JSON. */
  public static PageResponse json(int code, JsonNode body) {
    return new PageResponse(
        code, "application/json", (Json.text(body) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** A failure as API servers tell it. */
  static PageResponse failure(int code, String reason, String message) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", message).put("reason", reason);
    if (code == 403) {
      status.putObject("details");
    }
    status.put("code", code);
    return json(code, status);
  }
}
