package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComputedTimesTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final List<Long> computed = new ArrayList<>();

  private void pass(int millis) {
    timeline.advance(Duration.ofMillis(millis));
  }

  private void measure(Runnable work) {
    WorkSlots slots = new WorkSlots(1);
    slots.onComputed(timeline::now, (namespace, time) -> computed.add(time.toMillis()));
    assertTrue(slots.reserve("shop"));
    slots.work("shop", work);
  }

  @Test
  void waitsDoNotCount() {
    measure(
        () -> {
          pass(3);
          try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
            assertEquals(List.of(3L), computed, "reported before the wait");
            pass(1_000);
          }
          pass(4);
        });
    assertEquals(List.of(3L, 4L), computed);
  }

  @Test
  void whatFailsHasComputedToo() {
    assertThrows(
        IllegalStateException.class,
        () ->
            measure(
                () -> {
                  pass(5);
                  throw new IllegalStateException();
                }));
    assertEquals(List.of(5L), computed);
  }

  @Test
  void aWaitOutsideOfAMeasurementHasNoEffect() {
    try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
      pass(5);
    }
    assertEquals(List.of(), computed);
  }
}
