package dev.hpa.cli.simulate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Formats numbers with at most 6 significant digits. */
final class Figures {

  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  private Figures() {}

  static BigDecimal of(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Seconds, rounded to 1 ms. */
  static BigDecimal seconds(long nanos) {
    BigDecimal seconds =
        BigDecimal.valueOf(nanos, 9).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  static String text(double value) {
    return of(value).toPlainString();
  }

  /** Empty for what is unknown. */
  static String text(@Nullable Double value) {
    return value == null ? "" : text(value.doubleValue());
  }
}
