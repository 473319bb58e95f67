package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void valuesBetweenTwoSamplesAreOnTheLineBetweenThem() {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      double[] values = random.doubles(1 + random.nextInt(20), 0, 100).toArray();
      Samples samples = Samples.of(values);
      for (int index = 0; index < values.length; index++) {
        assertEquals(values[index], samples.between((double) index));
      }
      double position = random.nextDouble() * (values.length - 1);
      int before = (int) position;
      double next = values[Math.min(before + 1, values.length - 1)];
      double value = samples.between(position);
      assertTrue(value >= Math.min(values[before], next) - 1e-9);
      assertTrue(value <= Math.max(values[before], next) + 1e-9);
      assertEquals(values[values.length - 1], samples.between(values.length + 3.5));
    }
  }

  @Test
  void aGapIsUnknownUpToTheSamplesAroundIt() {
    Samples samples = Samples.of(1, Double.NaN, 3);
    assertEquals(1, samples.between(0.0));
    assertTrue(Double.isNaN(samples.between(0.5)));
    assertTrue(Double.isNaN(samples.between(1.0)));
    assertTrue(Double.isNaN(samples.between(1.5)));
    assertEquals(3, samples.between(2.0));
    assertFalse(samples.isComplete());
    assertTrue(samples.between(2, 3).isComplete());
  }

  @Test
  void theyAreImmutableAndNotEmpty() {
    double[] values = {1, 2};
    Samples samples = Samples.of(values);
    values[0] = 9;
    assertEquals(Samples.of(1, 2), samples);
    assertEquals(Samples.of(2, 4), samples.times(2));
    assertThrows(IllegalArgumentException.class, Samples::of);
  }

  @Test
  void aValueCanJump() {
    Samples samples = Samples.withJumps(new double[] {0, 4, 6}, new double[] {2, 6});
    assertEquals(1, samples.between(0.5));
    assertEquals(2, samples.before(1));
    assertEquals(4, samples.between(1));
    assertEquals(5, samples.before(1.5));
    assertEquals(6, samples.before(2));
    assertEquals(6, samples.before(3), "the last sample applies after the end");
    assertEquals(
        Samples.withJumps(new double[] {0, 40}, new double[] {20}),
        samples.between(0, 2).times(10));
  }
}
