package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class FieldLinesTest {

  @Test
  void theFirstFieldOfAPathHasItsLine() {
    FieldLines lines = new FieldLines();
    String metric = FieldLines.element(FieldLines.field("spec", "metrics"), 0);
    lines.add(metric, 4);
    lines.add(metric, 9);
    assertEquals(Map.of("spec.metrics[0]", 4), lines.byPath());
    assertEquals("spec", FieldLines.field("", "spec"));
  }

  /** 200,000 elements below a name of 400,000 characters took more than the memory. */
  @Test
  void longNamesDoNotMultiply() {
    FieldLines lines = new FieldLines();
    String name = FieldLines.field("spec", "k".repeat(400_000));
    assertEquals("spec", name);
    String path = FieldLines.field("spec", "k".repeat(2_000));
    for (int i = 0; i < 200_000; i++) {
      lines.add(FieldLines.element(path, i), i);
    }
    long kept = lines.byPath().keySet().stream().mapToLong(String::length).sum();
    assertTrue(kept < 40 << 20, kept + " characters");
  }
}
