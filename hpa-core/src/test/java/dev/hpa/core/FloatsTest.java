package dev.hpa.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FloatsTest {

  @Test
  void fractionsAreCutTowardZero() {
    assertEquals(3, Floats.toInt(3.99));
    assertEquals(-3, Floats.toInt(-3.99));
    assertEquals(4, Floats.ceilToInt(3.01));
    assertEquals(-3, Floats.ceilToInt(-3.99));
    assertEquals(0, Floats.ceilToInt(-0.5));
  }

  @Test
  void theLargestAndSmallestIntegersFit() {
    assertEquals(Integer.MAX_VALUE, Floats.toInt(2147483647.9));
    assertEquals(Integer.MIN_VALUE, Floats.toInt(-2147483648.9));
    assertEquals(-2147483647, Floats.toInt(-2147483647.5));
    assertEquals(Long.MIN_VALUE, Floats.toLong(-0x1p63));
    assertEquals(0x7ffffffffffffc00L, Floats.toLong(Math.nextDown(0x1p63)));
  }

  @Test
  void whatDoesNotFitBecomesTheSmallestInteger() {
    double[] tooLarge = {2147483648.0, -2147483649.0, Double.NaN, 1e300, Double.POSITIVE_INFINITY};
    for (double value : tooLarge) {
      assertEquals(Integer.MIN_VALUE, Floats.toInt(value), () -> "of " + value);
    }
    assertEquals(Integer.MIN_VALUE, Floats.ceilToInt(2147483647.1));
    assertEquals(Long.MIN_VALUE, Floats.toLong(0x1p63));
    assertEquals(Long.MIN_VALUE, Floats.toLong(Double.NaN));
    assertEquals(Long.MIN_VALUE, Floats.toLong(Double.POSITIVE_INFINITY));
    assertEquals(Long.MIN_VALUE, Floats.toLong(-1e300));
  }
}
