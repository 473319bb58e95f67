package dev.hpa.metrics.prometheus;

import dev.hpa.api.MilliAmount;

/**
 * Values in milli-units, as prometheus-adapter computes them on amd64: cut to an integer, and the
 * smallest one for what has no integer of 64 bits, which kube-controller-manager counts as 0.
 */
final class AdapterMilli {

  private static final double LIMIT = 0x1p63;

  private static final MilliAmount NONE = MilliAmount.parse(Long.MIN_VALUE + "m");

  private AdapterMilli() {}

  /** A value of an external metric. */
  static MilliAmount of(double value) {
    double milli = value * 1000;
    return milli > -LIMIT && milli < LIMIT ? new MilliAmount((long) milli, null) : NONE;
  }

  /** A value of a custom metric; one that is not a number counts as 0. */
  static MilliAmount ofCustom(double value) {
    return Double.isNaN(value) ? MilliAmount.ZERO : of(value);
  }

  /** A value of CPU or memory; one that is negative or not a number counts as 0. */
  static long ofResource(double value) {
    return Double.isNaN(value) || value < 0 ? 0 : of(value).milli();
  }
}
