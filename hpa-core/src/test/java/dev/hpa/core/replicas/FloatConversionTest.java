package dev.hpa.core.replicas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FloatConversionTest {

  @Test
  void fractionsAreCutTowardZero() {
    assertEquals(3, FloatConversion.toInt(3.99));
    assertEquals(-3, FloatConversion.toInt(-3.99));
    assertEquals(4, FloatConversion.ceilToInt(3.01));
    assertEquals(-3, FloatConversion.ceilToInt(-3.99));
    assertEquals(0, FloatConversion.ceilToInt(-0.5));
  }

  @Test
  void theLargestAndSmallestIntegersFit() {
    assertEquals(Integer.MAX_VALUE, FloatConversion.toInt(2147483647.9));
    assertEquals(Integer.MIN_VALUE, FloatConversion.toInt(-2147483648.9));
    assertEquals(-2147483647, FloatConversion.toInt(-2147483647.5));
    assertEquals(Long.MIN_VALUE, FloatConversion.toLong(-0x1p63));
    assertEquals(0x7ffffffffffffc00L, FloatConversion.toLong(Math.nextDown(0x1p63)));
  }

  @Test
  void overflowBecomesTheSmallestInteger() {
    double[] tooLarge = {2147483648.0, -2147483649.0, Double.NaN, 1e300, Double.POSITIVE_INFINITY};
    for (double value : tooLarge) {
      assertEquals(Integer.MIN_VALUE, FloatConversion.toInt(value), () -> "of " + value);
    }
    assertEquals(Integer.MIN_VALUE, FloatConversion.ceilToInt(2147483647.1));
    assertEquals(Long.MIN_VALUE, FloatConversion.toLong(0x1p63));
    assertEquals(Long.MIN_VALUE, FloatConversion.toLong(Double.NaN));
    assertEquals(Long.MIN_VALUE, FloatConversion.toLong(Double.POSITIVE_INFINITY));
    assertEquals(Long.MIN_VALUE, FloatConversion.toLong(-1e300));
  }
}
