package dev.hpa.conformance.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of a GET.
 *
 * @param target what was asked for, path and query
 */
record HttpReply(String target, int code, String contentType, String body) {

  static HttpReply get(HttpTransport adapter, String path, Map<String, String> query)
      throws IOException {
    ApiRequest request = ApiRequest.get(path, query, ApiRequest.Subject.NONE);
    try (TransportResponse answer = adapter.send(request)) {
      String contentType = answer.header("Content-Type");
      return new HttpReply(
          request.target(),
          answer.code(),
          contentType == null ? "" : contentType,
          new String(answer.body().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  JsonNode json() {
    assertTrue(
        contentType.startsWith("application/json"),
        target + " has the Content-Type \"" + contentType + "\" and not application/json");
    try {
      return Json.tree(body);
    } catch (JsonFormatException garbage) {
      return fail(target + " is not answered with JSON: " + garbage.getMessage());
    }
  }

  /** A successful answer. */
  JsonNode found() {
    assertEquals(200, code, "the code of " + target);
    return json();
  }

  /** The members of a list. */
  List<JsonNode> items() {
    JsonNode items = found().path("items");
    assertTrue(items.isArray(), target + " has no items");
    List<JsonNode> all = new ArrayList<>();
    items.forEach(all::add);
    return all;
  }

  /** The members of a list, of which there have to be some. */
  List<JsonNode> someItems() {
    List<JsonNode> items = items();
    assertFalse(items.isEmpty(), target + " has an empty list");
    return items;
  }

  /** That there is nothing, told with an empty list or as not found. */
  void checkIsNothing() {
    if (code != 404) {
      assertEquals(List.of(), items(), "the items of " + target);
    }
  }

  /** That it is not found, told as API servers tell it. */
  void checkIsNotFound() {
    assertEquals(404, code, "the code of " + target);
    JsonNode status = json();
    checkMember("Status", status, "kind");
    checkMember("v1", status, "apiVersion");
    checkMember("Failure", status, "status");
    checkMember("NotFound", status, "reason");
    checkMember("404", status, "code");
    assertFalse(
        status.path("message").asText("").isBlank(), "the Status of " + target + " has no message");
  }

  void checkMember(String expected, JsonNode object, String member) {
    assertEquals(expected, object.path(member).asText(""), member + " in the answer to " + target);
  }
}
