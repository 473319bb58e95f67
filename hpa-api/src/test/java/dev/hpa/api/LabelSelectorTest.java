package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelSelectorTest {

  private static final LabelSelector SELECTOR =
      new LabelSelector(
          Map.of("b", "2", "a", "1"),
          List.of(
              new LabelSelector.Requirement("c", "In", List.of("y", "x")),
              new LabelSelector.Requirement("d", "Exists", null)));

  @Test
  void toStringIsGoSyntax() {
    assertEquals(
        "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},"
            + "MatchExpressions:[]LabelSelectorRequirement{"
            + "LabelSelectorRequirement{Key:c,Operator:In,Values:[y x],},"
            + "LabelSelectorRequirement{Key:d,Operator:Exists,Values:[],},},}",
        SELECTOR.dump());
  }

  @Test
  void unsetFieldsAreOmitted() {
    assertEquals(
        "{\"matchLabels\":{\"a\":\"1\",\"b\":\"2\"},\"matchExpressions\":["
            + "{\"key\":\"c\",\"operator\":\"In\",\"values\":[\"y\",\"x\"]},"
            + "{\"key\":\"d\",\"operator\":\"Exists\"}]}",
        Json.text(SELECTOR));
    assertEquals(SELECTOR, Json.read(Json.text(SELECTOR), LabelSelector.class));
    assertEquals("{}", Json.text(new LabelSelector(null, null)));
  }

  @Test
  void theSelectorIsSortedByKey() {
    assertEquals("a=1,b=2,c in (x,y),d", SELECTOR.toSelector().toString());
  }

  @Test
  void nothingAndEverythingDifferOnlyInMatches() {
    assertEquals("", Selector.nothing().toString());
    assertEquals("", Selector.everything().toString());
    assertEquals(false, Selector.nothing().matches(Map.of()));
    assertEquals(true, Selector.everything().matches(Map.of()));
  }
}
