package dev.hpa.metrics.prometheus;

/**
 * Values in milli-units, as prometheus-adapter computes them on amd64: cut to an integer, and the
 * smallest one for what has no integer of 64 bits.
 */
final class Milli {

  private static final double LIMIT = 0x1p63;

  private Milli() {}

  /** A value of an external metric; one that is not a number gives the smallest integer. */
  static long of(double value) {
    double milli = value * 1000;
    return milli >= -LIMIT && milli < LIMIT ? (long) milli : Long.MIN_VALUE;
  }

  /** A value of a custom metric; one that is not a number counts as 0. */
  static long ofCustom(double value) {
    return Double.isNaN(value) ? 0 : of(value);
  }

  /** A value of CPU or memory; one that is negative or not a number counts as 0. */
  static long ofResource(double value) {
    return Double.isNaN(value) || value < 0 ? 0 : of(value);
  }
}
