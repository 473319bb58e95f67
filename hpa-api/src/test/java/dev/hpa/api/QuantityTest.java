package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantityTest {

  @Test
  void milliValueIsZeroForLargeSuffixes() {
    assertEquals(0, Quantity.parse("10P").milliValue());
    assertEquals(0, Quantity.parse("1E").milliValue());
    assertEquals(5_000_000_000_000_000_000L, Quantity.parse("5P").milliValue());
  }

  @Test
  void milliValueWrapsAround() {
    assertEquals(-8446744073709551616L, Quantity.parse("10000000000000000").milliValue());
    assertEquals(-8446744073709551616L, Quantity.parseMilli("10000000000000000"));
  }

  @Test
  void valueSaturates() {
    assertEquals(Long.MAX_VALUE, Quantity.parse("1000E").value());
    assertEquals(Long.MIN_VALUE, Quantity.parse("-1e30").value());
  }

  @Test
  void extremeExponentsUseBoundedMemory() {
    assertEquals(1, Quantity.parse("1234567890123456789e-2000000000").milliValue());
    assertEquals(0, Quantity.parse("1234567890123456789e2000000000").milliValue());
    assertEquals("1e-9", Quantity.parse("1e-2000000000").toString());
    assertEquals(Long.MAX_VALUE, Quantity.parse("1e2000000000").value());
  }

  @Test
  void equalityIgnoresNotation() {
    assertEquals(Quantity.parse("1000m"), Quantity.parse("1"));
    assertEquals(Quantity.parse("1Ki").hashCode(), Quantity.parse("1024").hashCode());
    assertEquals(Quantity.parse("1.1Ki").hashCode(), Quantity.parse("1126400m").hashCode());
  }

  @Test
  void canonicalTextParsesToTheSameNumber() {
    Random random = new Random(1);
    String[] suffixes = {"n", "u", "m", "", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "e-3", "E6"};
    for (int i = 0; i < 20_000; i++) {
      String text =
          random.nextInt(100_000)
              + (random.nextBoolean() ? "" : "." + random.nextInt(10_000))
              + suffixes[random.nextInt(suffixes.length)];
      Quantity quantity = Quantity.parse(text);
      assertEquals(quantity, Quantity.parse(quantity.canonical()), text);
      assertEquals(quantity.milliValue(), Quantity.parseMilli(text), text);
    }
  }

  @Test
  void numbersWithinALongArePrintedLikeLargeOnes() {
    Random random = new Random(2);
    for (int i = 0; i < 50_000; i++) {
      long mantissa = random.nextLong() >> random.nextInt(Long.SIZE);
      mantissa = random.nextBoolean() ? mantissa : mantissa / 1000 * 1000;
      mantissa = random.nextBoolean() ? mantissa : mantissa << random.nextInt(Long.SIZE);
      int exponent = random.nextBoolean() ? 0 : random.nextInt(-12, 22);
      for (Quantity.Format format : Quantity.Format.values()) {
        assertEquals(
            QuantityPrinter.print(BigDecimal.valueOf(mantissa, -exponent), format),
            QuantityPrinter.print(mantissa, exponent, format),
            mantissa + "e" + exponent + " " + format);
      }
    }
  }
}
