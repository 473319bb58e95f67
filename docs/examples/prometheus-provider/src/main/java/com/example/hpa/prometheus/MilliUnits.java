package com.example.hpa.prometheus;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * Converts decimal numbers to milli-units without loss of digits, rounded away from zero.
 */
final class MilliUnits {

  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private MilliUnits() {}

  /**
   * The number in thousandths; none for what is not a number, without end, or beyond what
   * thousandths can count.
   *
   * @throws NumberFormatException for a text Prometheus does not write
   */
  static OptionalLong of(String value) {
    if (value.equals("NaN") || value.equals("+Inf") || value.equals("-Inf")) {
      return OptionalLong.empty();
    }
    BigDecimal number = new BigDecimal(value);
    if (number.precision() - number.scale() > MOST.precision()) {
      return OptionalLong.empty();
    }
    BigDecimal milli = number.movePointRight(3).setScale(0, RoundingMode.UP);
    return milli.abs().compareTo(MOST) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(milli.longValueExact());
  }
}
