package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PiecewiseLinearTest {

  private static PiecewiseLinear.Point point(int seconds, double value) {
    return new PiecewiseLinear.Point(Duration.ofSeconds(seconds), value);
  }

  @Test
  void interpolatesJumpsAndExtends() {
    PiecewiseLinear line =
        new PiecewiseLinear(List.of(point(10, 1), point(20, 3), point(20, 7), point(30, 7)));
    assertEquals(1, line.at(Duration.ofSeconds(-5)));
    assertEquals(2, line.at(Duration.ofSeconds(15)));
    assertEquals(7, line.at(Duration.ofSeconds(20)), "after the jump");
    assertEquals(7, line.at(Duration.ofDays(1)));
    assertEquals(4, line.size());
    assertEquals(Duration.ofSeconds(10), line.start());
    assertEquals(Duration.ofSeconds(30), line.end());
  }

  @Test
  void rejectsInvalidPoints() {
    assertThrows(IllegalArgumentException.class, () -> new PiecewiseLinear(List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new PiecewiseLinear(List.of(point(2, 1), point(1, 1))));
  }
}
