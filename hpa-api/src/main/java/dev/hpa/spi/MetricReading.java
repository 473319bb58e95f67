package dev.hpa.spi;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityRules;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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
    return !isEmpty()
        && numbersOutOfRange().isEmpty()
        && milliValues().allMatch(milli -> milli == 0);
  }

  /** Whether it has a value below 0. */
  default boolean isNegative() {
    return milliValues().anyMatch(milli -> milli < 0)
        || numbersOutOfRange().stream().anyMatch(quantity -> quantity.signum() < 0);
  }

  /**
   * Whether a value is out of range, or is the smallest or the largest that 64 bits hold, which
   * stands for one that they do not hold or that is not a number, or the sum of the values does not
   * fit 64 bits.
   */
  default boolean overflows() {
    if (numbersOutOfRange().stream().anyMatch(number -> !number.fitsMilli())
        || milliValues().anyMatch(milli -> milli == Long.MIN_VALUE || milli == Long.MAX_VALUE)) {
      return true;
    }
    BigInteger sum =
        milliValues().mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    return sum.bitLength() > 63;
  }

  /** The reading with each value in milli-units as the rules of a release count it. */
  default MetricReading counted(QuantityRules rules) {
    if (rules == QuantityRules.WRAPPING || numbersOutOfRange().isEmpty()) {
      return this;
    }
    return switch (this) {
      case PodValues pods ->
          new PodValues(pods.values().stream().map(value -> value.counted(rules)).toList());
      case Series series -> {
        List<Long> milli = new ArrayList<>(series.milli());
        series.outOfRange().forEach((index, number) -> milli.set(index, number.milliValue(rules)));
        yield new Series(milli, series.timestamp(), series.outOfRange());
      }
      case SingleValue value ->
          new SingleValue(
              new MilliAmount(value.milli(), value.outOfRange()).milli(rules),
              value.timestamp(),
              value.outOfRange());
    };
  }

  /** The stated numbers of those values that milli-units do not hold. */
  private Collection<Quantity> numbersOutOfRange() {
    return switch (this) {
      case PodValues pods ->
          pods.values().stream().flatMap(value -> Stream.ofNullable(value.outOfRange())).toList();
      case Series series -> series.outOfRange().values();
      case SingleValue value -> Stream.ofNullable(value.outOfRange()).toList();
    };
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
   * @param outOfRange the number that the source stated if {@code milli} does not hold it,
   *     otherwise null; see {@link MilliAmount}
   */
  record PodValue(
      String pod, Instant timestamp, Duration window, long milli, @Nullable Quantity outOfRange) {

    /** A value within the range. */
    public PodValue(String pod, Instant timestamp, Duration window, long milli) {
      this(pod, timestamp, window, milli, null);
    }

    private PodValue counted(QuantityRules rules) {
      long counted = new MilliAmount(milli, outOfRange).milli(rules);
      return new PodValue(pod, timestamp, window, counted, outOfRange);
    }
  }

  /**
   * The value of one object.
   *
   * @param milli value in milli-units
   * @param timestamp when it was measured; null if the source does not report it
   * @param outOfRange the number that the source stated if {@code milli} does not hold it,
   *     otherwise null; see {@link MilliAmount}
   */
  record SingleValue(long milli, @Nullable Instant timestamp, @Nullable Quantity outOfRange)
      implements MetricReading {

    /** A value within the range. */
    public SingleValue(long milli, @Nullable Instant timestamp) {
      this(milli, timestamp, null);
    }

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
   * @param outOfRange the numbers that the source stated of values that {@code milli} does not
   *     hold, by index; see {@link MilliAmount}
   */
  record Series(List<Long> milli, @Nullable Instant timestamp, Map<Integer, Quantity> outOfRange)
      implements MetricReading {

    /** Values within the range. */
    public Series(List<Long> milli, @Nullable Instant timestamp) {
      this(milli, timestamp, Map.of());
    }

    /** Values without a timestamp. */
    public Series(List<Long> milli) {
      this(milli, null);
    }
  }
}
