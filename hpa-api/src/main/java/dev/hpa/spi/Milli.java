package dev.hpa.spi;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers in the milli-units of {@link MetricReading}. */
public final class Milli {

  private Milli() {}

  /**
   * A number in milli-units, with fractions of one rounded away from zero.
   *
   * @throws ArithmeticException if it is out of the range of 64 bits
   */
  public static long of(BigDecimal number) {
    return number.movePointRight(3).setScale(0, RoundingMode.UP).longValueExact();
  }

  /**
   * A number in milli-units, with fractions of one rounded away from zero. The number is the
   * shortest decimal that is the double: 0.1 is 100.
   *
   * @throws ArithmeticException if it is out of the range of 64 bits
   * @throws NumberFormatException if it is not finite
   */
  public static long of(double number) {
    return of(BigDecimal.valueOf(number));
  }
}
