package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SelectorVectorsTest {

  private static final String FILE = "selector.ndjson";

  @Test
  void selectorsParseAsRecorded() {
    Vectors.check(
        FILE,
        line -> line.get("op").asText().equals("parse"),
        line -> {
          String in = line.get("in").asText();
          if (line.get("ok").asBoolean()) {
            checkSelector(line, Selector.parse(in));
          } else {
            IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Selector.parse(in));
            assertEquals(line.get("error").asText(), e.getMessage());
          }
        });
  }

  @Test
  void structuredSelectorsConvertAsRecorded() {
    Vectors.check(
        FILE,
        line -> line.get("op").asText().equals("structured"),
        line -> {
          if (line.get("selector").isNull()) {
            checkSelector(line, Selector.nothing());
            return;
          }
          LabelSelector in = Json.read(line.get("selector"), LabelSelector.class);
          if (line.get("ok").asBoolean()) {
            checkSelector(line, in.toSelector());
          } else {
            IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, in::toSelector);
            assertEquals(line.get("error").asText(), e.getMessage());
          }
        });
  }

  private static void checkSelector(JsonNode line, Selector selector) {
    assertEquals(line.get("canonical").asText(), selector.toString());
    assertEquals(line.get("empty").asBoolean(), selector.isEmpty());
    for (JsonNode match : line.get("matches")) {
      Map<String, String> labels = new TreeMap<>();
      match.get("labels").properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
      assertEquals(
          match.get("match").asBoolean(), selector.matches(labels), () -> labels.toString());
    }
  }
}
