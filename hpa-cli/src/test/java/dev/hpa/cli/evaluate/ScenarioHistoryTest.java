package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.explain.HistoryJson;
import dev.hpa.core.behavior.History;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Histories as a controller writes them and scenarios read them. */
class ScenarioHistoryTest {

  private static final NamespacedName NAME = new NamespacedName("shop", "web");

  private static final Instant AT = Instant.parse("2026-11-23T10:00:00Z");

  private static Map<NamespacedName, History> read(String json) throws ScenarioFormatException {
    List<JsonNode> list = Json.tree(json).valueStream().toList();
    return ScenarioHistory.read(list, "steps[0].history");
  }

  @Test
  void aWrittenHistoryIsReadAsItWas() throws ScenarioFormatException {
    History history =
        new History(
            List.of(new History.Recommendation(4, AT)),
            List.of(new History.ScaleEvent(2, AT.plusSeconds(1), true)),
            List.of(new History.ScaleEvent(1, AT.plusSeconds(2), false)),
            Map.of("external metric queue{a=b}", AT.plusSeconds(3), "cpu resource metric", AT));
    assertEquals(Map.of(NAME, history), read(Json.text(HistoryJson.write(NAME, history))));
  }

  @Test
  void withoutFailingMetricsTheFieldIsAbsent() throws ScenarioFormatException {
    String json = Json.text(HistoryJson.write(NAME, History.EMPTY));
    assertFalse(json.contains("failingSince"), json);
    assertEquals(Map.of(NAME, History.EMPTY), read(json));
  }

  @Test
  void invalidTimesNameTheirPlace() {
    assertEquals(
        "steps[0].history[0].failingSince: an object is required",
        problem("[{\"hpa\":\"shop/web\",\"failingSince\":[]}]"));
    String at = problem("[{\"hpa\":\"shop/web\",\"failingSince\":{\"cpu\":\"now\"}}]");
    assertTrue(at.startsWith("steps[0].history[0].failingSince: cpu: cannot parse "), at);
  }

  private static String problem(String json) {
    return String.valueOf(
        assertThrows(ScenarioFormatException.class, () -> read(json)).getMessage());
  }
}
