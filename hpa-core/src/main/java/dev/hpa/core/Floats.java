package dev.hpa.core;

/**
 * Conversion of doubles to integers as upstream's programs do it on amd64: truncation toward zero,
 * and the smallest integer for everything that does not fit, NaN included. A Java cast would
 * saturate instead, which upstream does on arm64 only.
 */
final class Floats {

  private Floats() {}

  static int toInt(double value) {
    return value > -2147483649.0 && value < 2147483648.0 ? (int) value : Integer.MIN_VALUE;
  }

  static long toLong(double value) {
    return value >= -0x1p63 && value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  static int ceilToInt(double value) {
    return toInt(Math.ceil(value));
  }
}
