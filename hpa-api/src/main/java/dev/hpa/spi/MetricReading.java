package dev.hpa.spi;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link MetricQuery}. All numbers are in milli-units of the unit of the metric
 * (millicores, bytes × 1000). Fractions of a milli-unit are rounded away from zero for each sample,
 * before any sum.
 */
public sealed interface MetricReading extends MetricResult {

  /** Whether it has no value. */
  default boolean isEmpty() {
    return switch (this) {
      case PodValues pods -> pods.values().isEmpty();
      case Series series -> series.milli().isEmpty();
      case SingleValue value -> false;
    };
  }

  /** Whether it has values and all of them are 0. */
  default boolean isZero() {
    return !isEmpty() && milliValues().allMatch(milli -> milli == 0);
  }

  /** Whether it has a value below 0. */
  default boolean isNegative() {
    return milliValues().anyMatch(milli -> milli < 0);
  }

  /**
   * Whether a value is the smallest or the largest that 64 bits hold, which stands for one that
   * they do not hold or that is not a number, or the sum of the values does not fit 64 bits.
   */
  default boolean overflows() {
    if (milliValues().anyMatch(milli -> milli == Long.MIN_VALUE || milli == Long.MAX_VALUE)) {
      return true;
    }
    BigInteger sum =
        milliValues().mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    return sum.bitLength() > 63;
  }

  private LongStream milliValues() {
    return switch (this) {
      case PodValues pods -> pods.values().stream().mapToLong(PodValue::milli);
      case Series series -> series.milli().stream().mapToLong(Long::longValue);
      case SingleValue value -> LongStream.of(value.milli());
    };
  }

  /**
   * One value per pod. Pods without a value are absent; if a pod has two values, the last one
   * applies.
   *
   * @param values an empty list means that pods match but none has a value yet; if the source has
   *     no data for the query, return {@link MetricFailure.Category#NO_DATA} instead
   */
  record PodValues(List<PodValue> values) implements MetricReading {}

  /**
   * The value of one pod.
   *
   * @param pod pod name
   * @param timestamp end of the measurement window
   * @param window length of the measurement window; zero for an instantaneous value
   * @param milli value in milli-units
   */
  record PodValue(String pod, Instant timestamp, Duration window, long milli) {}

  /**
   * The value of one object.
   *
   * @param milli value in milli-units
   * @param timestamp when it was measured; null if the source does not report it
   */
  record SingleValue(long milli, @Nullable Instant timestamp) implements MetricReading {

    /** A value without a timestamp. */
    public SingleValue(long milli) {
      this(milli, null);
    }
  }

  /**
   * The values of all matching series, in milli-units, in the order of the source. The controller
   * adds them up.
   *
   * @param timestamp when the latest of them was measured; null if the source does not report it
   */
  record Series(List<Long> milli, @Nullable Instant timestamp) implements MetricReading {

    /** Values without a timestamp. */
    public Series(List<Long> milli) {
      this(milli, null);
    }
  }
}
