package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
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

  /** Texts beside the recorded ones: signs, suffixes, digits, and numbers close to the bounds. */
  private static List<String> texts() {
    Random random = new Random(3);
    List<String> suffixes =
        List.of(
            "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
            "e21", "e-3", "E30");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      BigInteger number =
          random.nextBoolean()
              ? BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(random.nextInt(-2, 3)))
              : new BigInteger(random.nextInt(1, 110), random);
      String digits = number.toString();
      int fraction = random.nextInt(digits.length() + 1);
      texts.add(
          (random.nextBoolean() ? "-" : "")
              + digits.substring(0, fraction)
              + (random.nextBoolean() ? "." : "")
              + digits.substring(fraction)
              + suffixes.get(random.nextInt(suffixes.size())));
    }
    return texts;
  }

  /** The number of a text: at most 9 decimal places and 29 digits, rounded away from zero. */
  private static BigDecimal exact(String text) {
    String digits = text.replaceAll("[a-zA-Z].*", "");
    String suffix = text.substring(digits.length());
    BigDecimal factor =
        suffix.endsWith("i")
            ? BigDecimal.valueOf(1024).pow("KMGTPE".indexOf(suffix.charAt(0)) + 1)
            : BigDecimal.ONE.scaleByPowerOfTen(power(suffix));
    BigDecimal number = new BigDecimal(digits.equals(".") ? "0" : digits).multiply(factor);
    BigDecimal bound = BigDecimal.valueOf(Long.MAX_VALUE);
    return (suffix.endsWith("i") ? number.min(bound).max(bound.negate()) : number)
        .setScale(9, RoundingMode.UP)
        .round(new MathContext(29, RoundingMode.UP));
  }

  private static int power(String suffix) {
    return suffix.matches("[eE].+")
        ? Integer.parseInt(suffix.substring(1))
        : suffix.isEmpty() ? 0 : 3 * "num kMGTPE".indexOf(suffix) - 9;
  }

  private static long nearest(BigDecimal number) {
    return number
        .setScale(0, RoundingMode.UP)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .max(BigDecimal.valueOf(Long.MIN_VALUE))
        .longValueExact();
  }

  @Test
  void numbersOf138SaturateAndPrintExactly() {
    for (String text : texts()) {
      Quantity quantity = Quantity.parse(text);
      BigDecimal exact = exact(text);
      assertEquals(nearest(exact), quantity.value(), text);
      assertEquals(
          nearest(exact.movePointRight(3)), quantity.milliValue(QuantityRules.SATURATING), text);
      assertEquals(0, exact.compareTo(quantity.number(QuantityRules.SATURATING)), text);
      String printed = quantity.canonical(QuantityRules.SATURATING);
      assertEquals(
          0, exact.compareTo(Quantity.parse(printed).number(QuantityRules.SATURATING)), text);
    }
  }

  /** Numbers whose exponents are at most 29 apart are added exactly. */
  @Test
  void sumsOf138AreExactWithin29Powers() {
    List<String> texts = texts();
    for (int i = 1; i < texts.size(); i++) {
      Quantity a = Quantity.parse(texts.get(i - 1));
      Quantity b = Quantity.parse(texts.get(i));
      BigDecimal one = a.number(QuantityRules.SATURATING);
      BigDecimal other = b.number(QuantityRules.SATURATING);
      BigDecimal sum = a.plus(b, QuantityRules.SATURATING).number();
      boolean isExact = Math.abs(one.scale() - other.scale()) <= 29;
      BigDecimal step =
          BigDecimal.ONE.scaleByPowerOfTen(-29 - Math.min(one.scale(), other.scale()));
      BigDecimal error = sum.subtract(one.add(other)).abs();
      String pair = texts.get(i - 1) + " + " + texts.get(i);
      assertTrue(isExact ? error.signum() == 0 : error.compareTo(step) < 0, pair);
    }
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
      assertEquals(quantity, Quantity.parse(quantity.canonical(QuantityRules.DEFAULT)), text);
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
        for (QuantityRules rules : QuantityRules.values()) {
          assertEquals(
              QuantityPrinter.print(BigDecimal.valueOf(mantissa, -exponent), format, rules),
              QuantityPrinter.print(mantissa, exponent, format, rules),
              mantissa + "e" + exponent + " " + format);
        }
      }
    }
  }
}
