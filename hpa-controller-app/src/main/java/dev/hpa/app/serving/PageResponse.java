package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request.
 *
 * @param headers besides those of every response
 * @param stream sends the body in place of {@code body}; null if the body is complete
 */
public record PageResponse(
    int code,
    String contentType,
    byte[] body,
    Map<String, String> headers,
    @Nullable BodyStream stream) {

  /** A complete response. */
  public PageResponse(int code, String contentType, byte[] body) {
    this(code, contentType, body, Map.of(), null);
  }

  /** A copy with other headers. */
  PageResponse with(Map<String, String> more) {
    return new PageResponse(code, contentType, body, more, stream);
  }

  /** Sets the code and the headers of a response. */
  void writeHead(Response response) {
    response.setStatus(code);
    HttpFields.Mutable fields = response.getHeaders();
    fields.put(HttpHeader.CONTENT_TYPE, contentType);
    fields.put("X-Content-Type-Options", "nosniff");
    fields.put(HttpHeader.CACHE_CONTROL, "no-cache, private");
    headers.forEach(fields::put);
  }

  static final String PLAIN = "text/plain; charset=utf-8";

  /** The response for unknown paths. */
  static final PageResponse NOT_FOUND = text(404, "404 page not found\n");

  /** A plain text response. */
  public static PageResponse text(int code, String text) {
    return new PageResponse(code, PLAIN, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A JSON response. */
  public static PageResponse json(int code, JsonNode body) {
    return json(code, (Json.text(body) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** A response of JSON in UTF-8. */
  static PageResponse json(int code, byte[] body) {
    return new PageResponse(code, "application/json", body);
  }

  /** A failure as a Status object of the Kubernetes API. */
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
