package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.Selector;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelIndexTest {

  private final LabelIndex<String, Integer> index = new LabelIndex<>();

  @Test
  void findsTheFewestCandidates() {
    index.put("a", Map.of("app", "web", "tier", "x"), 1);
    index.put("b", Map.of("app", "web"), 2);
    assertEquals(Map.of("a", 1, "b", 2), index.candidates(Selector.parse("app=web")));
    assertEquals(Map.of("a", 1), index.candidates(Selector.parse("app=web,tier in (x)")));
    assertEquals(Map.of(), index.candidates(Selector.parse("app=web,tier=y")));
  }

  @Test
  void anyValueMayMatchASelectorWithoutASingleValue() {
    index.put("a", Map.of("app", "web"), 1);
    assertNull(index.candidates(Selector.everything()));
    assertNull(index.candidates(Selector.parse("app in (web,api),!tier")));
  }

  @Test
  void replacesAndRemovesByKey() {
    index.put("a", Map.of("app", "web"), 1);
    index.put("a", Map.of("app", "web"), 3);
    assertEquals(Map.of("a", 3), index.labeled("app", "web"));
    index.remove("a", Map.of("app", "web", "tier", "x"));
    assertEquals(Map.of(), index.labeled("app", "web"));
  }
}
