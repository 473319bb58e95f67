package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Selectors that tenants choose take memory in proportion to what is useful. */
@Tag("security")
class SelectorLimitsTest {

  private static String values(int count, String of) {
    return IntStream.range(0, count)
        .mapToObj(i -> of.formatted(i))
        .collect(Collectors.joining(",", "(", ")"));
  }

  private static String refused(String selector) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> Selector.parse(selector)).getMessage());
  }

  @Test
  void theValuesOfAllRequirementsAreCounted() {
    String most = "a in " + values(1_000, "v%d") + ",b in " + values(24, "v%d");
    assertEquals(2, Selector.parse(most).requirements().size());
    assertTrue(
        refused("a in " + values(1_000, "v%d") + ",b in " + values(25, "v%d"))
            .endsWith("more than 1024 values; use fewer"));
  }

  /** Each has a message of 300 characters. */
  @Test
  void aSelectorOfInvalidValuesHasAShortMessage() {
    assertTrue(refused("a in " + values(1_024, "-%d")).length() < 100_000);
    assertTrue(refused("a notin " + values(90_000, "-")).length() < 1_000);
    LabelSelector expression =
        new LabelSelector(
            null,
            List.of(
                new LabelSelector.Requirement(
                    "a", "In", IntStream.range(0, 10_000).mapToObj(i -> "-" + i).toList())));
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, expression::toSelector).getMessage());
    assertTrue(message.length() < 100_000, () -> message.length() + " characters");
  }
}
