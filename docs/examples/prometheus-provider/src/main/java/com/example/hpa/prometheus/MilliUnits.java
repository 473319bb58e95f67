package com.example.hpa.prometheus;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/** Converts decimal digits exactly to milli-units, rounded away from zero. */
final class MilliUnits {

  private static final BigDecimal MAXIMUM = BigDecimal.valueOf(Long.MAX_VALUE);

  private MilliUnits() {}

  /**
   * Returns the number in milli-units; empty for NaN, infinities and numbers out of range.
   *
   * @throws NumberFormatException if the text is not a Prometheus sample value
   */
  static OptionalLong of(String value) {
    if (value.equals("NaN") || value.equals("+Inf") || value.equals("-Inf")) {
      return OptionalLong.empty();
    }
    BigDecimal number = new BigDecimal(value);
    if (number.precision() - number.scale() > MAXIMUM.precision()) {
      return OptionalLong.empty();
    }
    BigDecimal milli = number.movePointRight(3).setScale(0, RoundingMode.UP);
    return milli.abs().compareTo(MAXIMUM) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(milli.longValueExact());
  }
}
