package dev.hpa.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The answer to a {@link MetricQuery}. All numbers are in milli-units of the metric's own unit
 * (millicores, bytes × 1000), fractions of a milli-unit rounded away from zero per measured value,
 * before any sum.
 */
public sealed interface MetricReading extends MetricResult {

  /**
   * Values per pod. An empty list is not an answer: a source without any value answers with a
   * {@link MetricFailure}. Pods without a value are simply absent; of two values for one pod the
   * later counts.
   */
  record PodValues(List<PodValue> values) implements MetricReading {}

  /**
   * One pod's value.
   *
   * @param timestamp end of the time the value was measured over
   * @param window length of that time
   * @param milli the value in milli-units
   */
  record PodValue(String pod, Instant timestamp, Duration window, long milli) {}

  /** One number, in milli-units. */
  record SingleValue(long milli) implements MetricReading {}

  /** The values of all matching series, in milli-units, in the order of the source. */
  record Series(List<Long> milli) implements MetricReading {}
}
