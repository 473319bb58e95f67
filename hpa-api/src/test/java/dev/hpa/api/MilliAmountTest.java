package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class MilliAmountTest {

  private static final BigDecimal LOWEST = new BigDecimal("-9223372036854775.808");
  private static final BigDecimal HIGHEST = new BigDecimal("9223372036854775.807");

  private static List<String[]> recorded() {
    try (InputStream in = MilliAmountTest.class.getResourceAsStream("milli-values.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void amountsAreThoseOfKubeControllerManager() {
    Assertions.assertAll(
        recorded().stream()
            .map(
                line ->
                    () -> {
                      long expected = Long.parseLong(line[1]);
                      assertEquals(expected, Quantity.parse(line[0]).milliValue(), line[0]);
                      assertEquals(expected, Quantity.parseMilli(line[0]), line[0]);
                      assertEquals(expected, MilliAmount.parse(line[0]).milli(), line[0]);
                    }));
  }

  @Test
  void numbersThatDoNotFitAreKept() {
    for (String[] line : recorded()) {
      BigDecimal number = Quantity.parse(line[0]).number();
      Quantity stated = MilliAmount.parse(line[0]).outOfRange();
      BigDecimal rounded = number.setScale(3, RoundingMode.UP);
      boolean fits =
          rounded.compareTo(LOWEST) > 0
              && rounded.compareTo(HIGHEST) < 0
              && rounded.compareTo(BigDecimal.valueOf(Long.parseLong(line[1]), 3)) == 0;
      assertEquals(fits ? null : Quantity.parse(line[0]), stated, line[0]);
    }
  }

  @Test
  void sumsAreThoseOfEachRelease() {
    MilliAmount largest = MilliAmount.parse("1E");
    MilliAmount one = MilliAmount.parse("1");
    assertEquals(1000, largest.plus(one).milli(QuantityRules.WRAPPING));
    assertEquals(Long.MAX_VALUE, largest.plus(one).milli(QuantityRules.SATURATING));
    MilliAmount five = MilliAmount.parse("5P");
    assertEquals(-8446744073709551616L, five.plus(five).milli(QuantityRules.WRAPPING));
    assertEquals(Long.MAX_VALUE, five.plus(five).milli(QuantityRules.SATURATING));
    assertEquals(new MilliAmount(3000, null), one.plus(MilliAmount.parse("2")));
  }

  @Test
  void theSmallestNumberOfAnAdapterIsOutOfRange() {
    assertEquals(0, MilliAmount.parse("-9223372036854775808m").milli());
    assertNotNull(MilliAmount.parse("-9223372036854775808m").outOfRange());
    assertNotNull(MilliAmount.parse("9223372036854775807m").outOfRange());
    assertNull(MilliAmount.parse("9223372036854775806m").outOfRange());
    assertNotNull(MilliAmount.parse("-9223372036854775807m").outOfRange(), "rounded up to 0");
    assertNotNull(MilliAmount.parse("1e2000000000").outOfRange());
    assertNull(MilliAmount.parse("0e2000000000").outOfRange());
  }
}
