package dev.hpa.cli.recommend;

import java.time.Duration;
import java.util.Locale;

/** Formats figures for people. */
final class FigureTexts {

  private FigureTexts() {}

  /** A share in percent, with as many digits as a small one needs. */
  static String percent(double share) {
    double percent = 100 * share;
    if (Double.isNaN(percent)) {
      return "?";
    }
    if (percent == 0 || Math.abs(percent) >= 10) {
      return String.format(Locale.ROOT, "%.0f %%", percent);
    }
    if (percent > 0 && percent < 0.001) {
      return "< 0.001 %";
    }
    int digits = Math.abs(percent) >= 1 ? 1 : Math.abs(percent) >= 0.1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + digits + "f %%", percent);
  }

  /** A number with one digit after the point below 10. */
  static String number(double value) {
    return value == 0 || value >= 10
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  static String seconds(Duration duration) {
    return number(duration.toMillis() / 1e3) + " s";
  }

  /** A length in days, or in hours below one. */
  static String days(Duration length) {
    double days = length.toMinutes() / 1440.0;
    double tenths = Math.rint(10 * days) / 10;
    return days >= 1
        ? String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f d" : "%.1f d", days)
        : String.format(Locale.ROOT, "%.1f h", Math.floor(days * 240) / 10);
  }
}
