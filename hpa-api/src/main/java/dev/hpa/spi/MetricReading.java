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
   * Values per pod. Pods without a value are simply absent; of two values for one pod the later
   * counts. An empty list says that the source knows pods of which none has a value; a source that
   * knows none at all answers with a {@link MetricFailure}.
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
