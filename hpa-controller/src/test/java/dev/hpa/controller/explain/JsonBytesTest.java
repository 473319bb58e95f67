package dev.hpa.controller.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonBytesTest {

  @Test
  void jsonInBytesIsTheSameAsText() {
    ObjectNode tree = (ObjectNode) Json.tree("{\"a\": [1, 2.50, null], \"<&\": \"\\u2028é😀\"}");
    assertEquals(Json.text(tree), new String(JsonBytes.of(tree), StandardCharsets.UTF_8));
    JsonNode unpaired = tree.textNode("\ud83d");
    assertEquals("\"?\"", new String(JsonBytes.of(unpaired), StandardCharsets.UTF_8));
  }
}
