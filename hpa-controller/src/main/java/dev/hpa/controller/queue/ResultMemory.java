package dev.hpa.controller.queue;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;

/** The memory of results, which plug-ins make of any size. */
public final class ResultMemory {

  private static final int RESULT = 100;

  /** A value of a pod with a separate name, time and window, and its place in a list. */
  private static final int POD_VALUE = 160;

  /** A number out of range has up to 512 digits, which are kept as text and as number. */
  private static final int NUMBER = 1_000;

  private ResultMemory() {}

  /** What a result takes with all that it refers to, in bytes; at least what it does. */
  public static long of(MetricResult result) {
    return RESULT
        + switch (result) {
          case MetricFailure failure -> 2L * failure.message().length();
          case MetricReading.SingleValue value -> value.outOfRange() == null ? 0 : NUMBER;
          case MetricReading.Series series ->
              (long) Long.BYTES * series.milli().size()
                  + (long) NUMBER * series.outOfRange().size();
          case MetricReading.PodValues pods -> {
            long bytes = 0;
            for (MetricReading.PodValue each : pods.values()) {
              bytes +=
                  POD_VALUE + 2L * each.pod().length() + (each.outOfRange() == null ? 0 : NUMBER);
            }
            yield bytes;
          }
        };
  }
}
