package dev.hpa.kube.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ContentNegotiation;
import dev.hpa.spi.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A recorded request with its response. */
record Exchange(JsonNode recorded) {

  private static final Pattern DISCOVERY = Pattern.compile("/api(/[^/]+)?|/apis(/[^/]+/[^/]+)?");

  long atMs() {
    return recorded.path("atMs").asLong();
  }

  boolean isParallel() {
    return recorded.path("parallel").asBoolean();
  }

  boolean isDiscovery() {
    return DISCOVERY.matcher(recorded.path("request").path("path").asText()).matches();
  }

  boolean isSlow() {
    return delayMs() > 0 || header("Retry-After") != null;
  }

  /**
   * Whether a request matches the recorded one. A request that never reached the server matches
   * any.
   *
   * @param form the content type that the client requests
   */
  boolean matches(ApiRequest request, ContentType form, String method, String target) {
    JsonNode expectedRequest = recorded.path("request");
    return expectedRequest.isNull()
        || (expectedRequest.path("method").asText().equals(method)
            && expectedRequest.path("path").asText().equals(target)
            && expectedRequest
                .path("headers")
                .path("Accept")
                .asText()
                .equals(ContentNegotiation.accept(request, form))
            && hasSameContentType(expectedRequest, request)
            && hasSameBody(
                expectedRequest, method.equals(request.method()) ? request.body() : null));
  }

  private static boolean hasSameContentType(JsonNode expectedRequest, ApiRequest request) {
    JsonNode type = expectedRequest.path("headers").path("Content-Type");
    return Objects.equals(type.isTextual() ? type.asText() : null, request.contentType());
  }

  private static boolean hasSameBody(JsonNode expectedRequest, byte @Nullable [] body) {
    JsonNode expected = expectedRequest.path("body");
    if (body == null || !expected.isTextual()) {
      return body == null && expected.isMissingNode();
    }
    return Json.tree(expected.asText()).equals(Json.tree(body));
  }

  private JsonNode response() {
    return recorded.path("response");
  }

  String fault() {
    return response().path("fault").asText("");
  }

  long delayMs() {
    return response().path("delayMs").asLong();
  }

  int status() {
    return response().path("status").asInt();
  }

  @Nullable String header(String name) {
    JsonNode value = response().path("headers").path(name);
    if (value.isTextual()) {
      return value.asText().isEmpty() ? null : value.asText();
    }
    return name.equals("Content-Type") ? "application/json" : null;
  }

  byte[] body() {
    JsonNode encoded = response().path("bodyBase64");
    return encoded.isTextual()
        ? Base64.getDecoder().decode(encoded.asText())
        : response().path("body").asText("").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    JsonNode expectedRequest = recorded.path("request");
    return atMs() + " ms " + expectedRequest;
  }
}
