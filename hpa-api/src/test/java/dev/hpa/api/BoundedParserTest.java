package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BoundedParserTest {

  private static JsonNode tree(String json, long limit) throws IOException {
    try (JsonParser in = new BoundedParser(new JsonFactory().createParser(json), limit)) {
      return new ObjectMapper().readTree(in);
    }
  }

  @Test
  @Tag("security")
  void aTreeOfManyValuesIsRefusedWhateverTheirKind() throws IOException {
    for (String element : new String[] {"{}", "[]", "1", "\"a\"", "{\"a\":{}}", "null"}) {
      String few = "{\"x\":[" + (element + ",").repeat(20) + element + "]}";
      assertEquals(21, tree(few, 200).path("x").size());
      String many = "{\"x\":[" + (element + ",").repeat(2000) + element + "]}";
      assertThrows(StreamConstraintsException.class, () -> tree(many, 200), element);
    }
    String fields = "{\"x\":{" + "\"a\":1,".repeat(2000) + "\"b\":2}}";
    assertThrows(StreamConstraintsException.class, () -> tree(fields, 200));
  }

  @Test
  void theMessageHasOneLine() {
    StreamConstraintsException refused =
        assertThrows(StreamConstraintsException.class, () -> tree("[1,2,3]", 2));
    assertEquals("there are more than 2 values, the limit", refused.getOriginalMessage());
  }

  @Test
  void aTreeMayBeFollowedByOthers() throws IOException {
    try (JsonParser in = new JsonFactory().createParser("{\"a\":{\"b\":1},\"c\":2}")) {
      in.nextToken();
      in.nextToken();
      in.nextToken();
      assertEquals(1, Json.tree(in).path("b").asInt());
      assertEquals("c", in.nextFieldName());
    }
  }

  @Test
  void nothingMayFollowATree() {
    assertThrows(JsonFormatException.class, () -> Json.tree("{} {}"));
    assertThrows(
        IOException.class, () -> Json.tree(new ByteArrayInputStream(new byte[] {'1', ' ', '2'})));
    assertTrue(Json.tree("").isMissingNode());
  }

  /** Whatever the heap has room for: a decision does not depend on it. */
  @Test
  @Tag("security")
  void everyWayToReadATreeIsLimited() {
    byte[] dense = ("[" + "1,".repeat(1_000_000) + "1]").getBytes(StandardCharsets.UTF_8);
    assertThrows(IOException.class, () -> Json.tree(new ByteArrayInputStream(dense)));
    assertThrows(
        IOException.class, () -> Json.tree(Json.replacingParser(new ByteArrayInputStream(dense))));
    String text = "[" + "1,".repeat(5_000_000) + "1]";
    assertThrows(JsonFormatException.class, () -> Json.tree(text));
    assertThrows(JsonFormatException.class, () -> Json.read(text, Object.class));
  }
}
