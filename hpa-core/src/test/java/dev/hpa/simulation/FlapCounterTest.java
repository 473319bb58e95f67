package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlapCounterTest {

  private static final Instant START = Instant.EPOCH;

  private static long flaps(Duration window, Object... timesAndDirections) {
    FlapCounter counter = new FlapCounter(window);
    for (int i = 0; i < timesAndDirections.length; i += 2) {
      counter.add(
          START.plusSeconds((Integer) timesAndDirections[i]),
          timesAndDirections[i + 1].equals("up"));
    }
    return counter.flaps();
  }

  @Test
  void aReversalWithinTheWindowIsAFlap() {
    Duration minute = Duration.ofMinutes(1);
    assertEquals(0, flaps(minute));
    assertEquals(0, flaps(minute, 0, "up", 10, "up"));
    assertEquals(1, flaps(minute, 0, "up", 60, "down"));
    assertEquals(0, flaps(minute, 0, "up", 61, "down"));
    assertEquals(2, flaps(minute, 0, "down", 30, "up", 60, "down"));
    assertEquals(1, flaps(minute, 0, "down", 30, "up", 40, "up", 101, "down"));
  }

  @Test
  void theCountDoesNotDependOnWhichDirectionIsUp() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      FlapCounter counter = new FlapCounter(Duration.ofSeconds(50));
      FlapCounter opposite = new FlapCounter(Duration.ofSeconds(50));
      long reversals = 0;
      boolean before = false;
      int at = 0;
      for (int event = 0; event < 30; event++) {
        int distance = random.nextInt(100);
        boolean isUp = random.nextBoolean();
        at += distance;
        counter.add(START.plusSeconds(at), isUp);
        opposite.add(START.plusSeconds(at), !isUp);
        reversals += event > 0 && isUp != before && distance <= 50 ? 1 : 0;
        before = isUp;
      }
      assertEquals(reversals, counter.flaps());
      assertEquals(reversals, opposite.flaps());
    }
  }
}
