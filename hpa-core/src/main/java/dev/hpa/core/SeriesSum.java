package dev.hpa.core;

import java.util.List;

/** The sum of the series of an External metric, in milli-units, as upstream computes it. */
final class SeriesSum {

  private SeriesSum() {}

  /** The sum, at most {@link Long#MAX_VALUE}. */
  static long forValue(List<Long> series) {
    long sum = 0;
    for (long value : series) {
      if (value > 0 && sum > Long.MAX_VALUE - value) {
        return Long.MAX_VALUE;
      }
      sum += value;
    }
    return sum;
  }

  /** The sum; as in upstream a negative sum is treated as an overflow, even of negative values. */
  static long forAverage(List<Long> series) {
    long sum = 0;
    for (long value : series) {
      sum += value;
      if (sum < 0) {
        return Long.MAX_VALUE;
      }
    }
    return sum;
  }
}
