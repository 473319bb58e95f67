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
          PodValues.of(pods.values().stream().map(value -> counted(value, rules)).toList());
      case Series series -> {
        List<Long> milli = new ArrayList<>(series.milli());
        series.outOfRange().forEach((index, number) -> milli.set(index, number.milliValue(rules)));
        yield Series.of(milli, series.timestamp(), series.outOfRange());
      }
      case SingleValue value ->
          SingleValue.of(
              new MilliAmount(value.milli(), value.outOfRange()).milli(rules),
              value.timestamp(),
              value.outOfRange());
    };
  }

  private static PodValue counted(PodValue value, QuantityRules rules) {
    long milli = new MilliAmount(value.milli(), value.outOfRange()).milli(rules);
    return PodValue.of(value.pod(), value.timestamp(), value.window(), milli, value.outOfRange());
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
   */
  sealed interface PodValues extends MetricReading permits ReadingRecords.PodValues {

    /**
     * The values of pods.
     *
     * @param values an empty list means that pods match but none has a value yet; if the source has
     *     no data for the query, return {@link MetricFailure.Category#NO_DATA} instead
     */
    static PodValues of(List<PodValue> values) {
      return new ReadingRecords.PodValues(values);
    }

    /** The values. */
    List<PodValue> values();
  }

  /** The value of one pod. */
  sealed interface PodValue permits ReadingRecords.PodValue {

    /**
     * A value within the range.
     *
     * @param milli value in milli-units
     */
    static PodValue of(String pod, Instant timestamp, Duration window, long milli) {
      return of(pod, timestamp, window, milli, null);
    }

    /**
     * A value that may be out of range.
     *
     * @param pod pod name
     * @param timestamp end of the measurement window
     * @param window length of the measurement window; zero for an instantaneous value
     * @param outOfRange the number that the source stated if {@code milli} does not hold it,
     *     otherwise null; see {@link MilliAmount}
     */
    static PodValue of(
        String pod, Instant timestamp, Duration window, long milli, @Nullable Quantity outOfRange) {
      return new ReadingRecords.PodValue(pod, timestamp, window, milli, outOfRange);
    }

    /** The name of the pod. */
    String pod();

    /** The end of the measurement window. */
    Instant timestamp();

    /** The length of the measurement window; zero for an instantaneous value. */
    Duration window();

    /** The value in milli-units. */
    long milli();

    /** The number that the source stated if {@link #milli} does not hold it; otherwise null. */
    @Nullable Quantity outOfRange();
  }

  /** The value of one object. */
  sealed interface SingleValue extends MetricReading permits ReadingRecords.SingleValue {

    /** A value in milli-units, without a timestamp. */
    static SingleValue of(long milli) {
      return of(milli, null);
    }

    /** A value in milli-units, with the time when it was measured if the source reports it. */
    static SingleValue of(long milli, @Nullable Instant timestamp) {
      return of(milli, timestamp, null);
    }

    /** A value that may be out of range. */
    static SingleValue of(long milli, @Nullable Instant timestamp, @Nullable Quantity outOfRange) {
      return new ReadingRecords.SingleValue(milli, timestamp, outOfRange);
    }

    /** The value in milli-units. */
    long milli();

    /** When it was measured; null if the source does not report it. */
    @Nullable Instant timestamp();

    /** The number that the source stated if {@link #milli} does not hold it; otherwise null. */
    @Nullable Quantity outOfRange();
  }

  /** The values of all matching series, in the order of the source. The controller adds them up. */
  sealed interface Series extends MetricReading permits ReadingRecords.Series {

    /** Values in milli-units, without a timestamp. */
    static Series of(List<Long> milli) {
      return of(milli, null);
    }

    /** Values in milli-units, with the time of the latest if the source reports it. */
    static Series of(List<Long> milli, @Nullable Instant timestamp) {
      return of(milli, timestamp, Map.of());
    }

    /** Values of which those with the indexes of {@code outOfRange} are out of range. */
    static Series of(
        List<Long> milli, @Nullable Instant timestamp, Map<Integer, Quantity> outOfRange) {
      return new ReadingRecords.Series(milli, timestamp, outOfRange);
    }

    /** The values in milli-units. */
    List<Long> milli();

    /** When the latest of them was measured; null if the source does not report it. */
    @Nullable Instant timestamp();

    /** The numbers that the source stated of values that {@link #milli} does not hold, by index. */
    Map<Integer, Quantity> outOfRange();
  }
}
