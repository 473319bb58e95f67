package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExcessDemandTest {

  private static final int CASES = 2000;
  private static final int STEPS = 1000;

  @Test
  void itIsTheAreaAboveZero() {
    assertEquals(0, ExcessDemand.units(10, -5, 0));
    assertEquals(20, ExcessDemand.units(10, 2, 2));
    assertEquals(30, ExcessDemand.units(10, 2, 4));
    assertEquals(5, ExcessDemand.seconds(10, -3, 3));
    assertEquals(7.5, ExcessDemand.units(10, -3, 3));
    assertEquals(7.5, ExcessDemand.units(10, 3, -3));
  }

  @Test
  void itEqualsTheSumOfSmallSteps() {
    Random random = new Random(1);
    for (int i = 0; i < CASES; i++) {
      double seconds = random.nextDouble() * 1000;
      double first = random.nextGaussian() * 10;
      double last = random.nextGaussian() * 10;
      double units = 0;
      double time = 0;
      for (int step = 0; step < STEPS; step++) {
        double value = first + (last - first) * (step + 0.5) / STEPS;
        units += Math.max(0, value) * seconds / STEPS;
        time += value > 0 ? seconds / STEPS : 0;
      }
      assertEquals(units, ExcessDemand.units(seconds, first, last), seconds * 0.01);
      assertEquals(time, ExcessDemand.seconds(seconds, first, last), seconds / STEPS * 1.01);
    }
  }

  @Test
  void aLineHasTheExcessOfItsParts() {
    Random random = new Random(2);
    for (int i = 0; i < CASES; i++) {
      double seconds = random.nextDouble() * 1000;
      double first = random.nextGaussian();
      double last = random.nextGaussian();
      double part = random.nextDouble();
      double middle = first + (last - first) * part;
      assertEquals(
          ExcessDemand.units(seconds, first, last),
          ExcessDemand.units(seconds * part, first, middle)
              + ExcessDemand.units(seconds * (1 - part), middle, last),
          1e-9 * seconds);
      assertTrue(ExcessDemand.seconds(seconds, first, last) <= seconds);
    }
  }
}
