package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
}
