package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The response to a GET.
 *
 * @param target path and query of the request
 */
record HttpReply(String target, int code, String contentType, String body) {

  static HttpReply get(AdapterClient adapter, String path, Map<String, String> query)
      throws IOException {
    ApiRequest request = ApiRequest.get(path, query, ApiRequest.Subject.NONE);
    return of(request, adapter.get(request));
  }

  static HttpReply of(ApiRequest request, AdapterResponse response) {
    return new HttpReply(
        request.target(), response.code(), response.contentType(), response.body());
  }

  JsonNode json() {
    assertTrue(
        contentType.startsWith("application/json"),
        target + ": Content-Type \"" + contentType + "\"; expected application/json");
    try {
      return Json.tree(body);
    } catch (JsonFormatException invalid) {
      return fail(target + ": body is not JSON: " + invalid.getMessage());
    }
  }

  /** Returns the body after checking for status code 200. */
  JsonNode found() {
    assertEquals(200, code, target + ": status code");
    return json();
  }

  /** Returns the items of a list. */
  List<JsonNode> items() {
    JsonNode items = found().path("items");
    assertTrue(items.isArray(), target + ": items is not an array");
    List<JsonNode> all = new ArrayList<>();
    items.forEach(all::add);
    return all;
  }

  /** Returns the items of a list after checking that it is not empty. */
  List<JsonNode> someItems() {
    List<JsonNode> items = items();
    assertFalse(items.isEmpty(), target + ": items is empty");
    return items;
  }

  /** Checks for an empty list or status code 404. */
  void checkIsEmpty() {
    if (code != 404) {
      assertEquals(List.of(), items(), target + ": items");
    }
  }

  /** Checks for status code 404 with a Status body. */
  void checkIsNotFound() {
    assertEquals(404, code, target + ": status code");
    JsonNode status = json();
    checkField("Status", status, "kind");
    checkField("v1", status, "apiVersion");
    checkField("Failure", status, "status");
    checkField("NotFound", status, "reason");
    checkField("404", status, "code");
    assertFalse(status.path("message").asText("").isBlank(), target + ": Status without a message");
  }

  void checkField(String expected, JsonNode object, String field) {
    assertEquals(expected, object.path(field).asText(""), target + ": " + field);
  }
}
