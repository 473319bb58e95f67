package dev.hpa.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class MilliTest {

  @Test
  void fractionsAreRoundedAwayFromZero() {
    assertEquals(40_001, Milli.of(new BigDecimal("40.0001")));
    assertEquals(-40_001, Milli.of(new BigDecimal("-40.0001")));
    assertEquals(100, Milli.of(0.1));
    assertEquals(0, Milli.of(-0.0));
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThrows(ArithmeticException.class, () -> Milli.of(1e16));
    assertThrows(NumberFormatException.class, () -> Milli.of(Double.NaN));
  }
}
