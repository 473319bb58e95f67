package dev.hpa.core.replicas;

import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamFix;

/**
 * Conversion of doubles to integers as Go does it on amd64: truncation toward zero, and the
 * smallest integer for NaN and values out of range. A Java cast saturates instead, as Go does on
 * arm64.
 */
public final class FloatConversion {

  private FloatConversion() {}

  public static int toInt(double value) {
    return value > -2147483649.0 && value < 2147483648.0 ? (int) value : Integer.MIN_VALUE;
  }

  /** As {@link #toInt(double)}; the largest integer for greater values if the settings say so. */
  public static int toInt(double value, Settings settings) {
    return value >= 2147483648.0 && settings.has(UpstreamFix.REPLICAS_OVERFLOW)
        ? Integer.MAX_VALUE
        : toInt(value);
  }

  public static int ceilToInt(double value, Settings settings) {
    return toInt(Math.ceil(value), settings);
  }

  static long toLong(double value) {
    return value >= -0x1p63 && value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  public static int ceilToInt(double value) {
    return toInt(Math.ceil(value));
  }
}
