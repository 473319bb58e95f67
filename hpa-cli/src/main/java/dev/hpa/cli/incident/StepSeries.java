package dev.hpa.cli.incident;

import dev.hpa.cli.simulate.LoadSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Whole numbers that were recorded at times; each applies until the next one, but no longer than a
 * few samples. Immutable.
 */
final class StepSeries {

  /** After so many sample intervals without a sample, the number is unknown. */
  private static final int MAX_MISSING = 3;

  private static final int UNKNOWN = -1;

  private final long[] times;
  private final int[] values;
  private final long interval;

  private StepSeries(long[] times, int[] values, long interval) {
    this.times = times;
    this.values = values;
    this.interval = interval;
  }

  /**
   * A change of the number.
   *
   * @param after it is not before this time
   * @param until the first sample after it
   */
  record Step(Instant after, Instant until, int from, int to) {}

  /**
   * A series of samples in the order of their times.
   *
   * @param interval how old a sample may be: the scrape interval, or the distance of two samples
   */
  static StepSeries of(List<LoadSample> samples, Duration interval) {
    long[] times = new long[samples.size()];
    int[] values = new int[samples.size()];
    for (int i = 0; i < times.length; i++) {
      LoadSample each = samples.get(i);
      times[i] = each.at().toMillis();
      values[i] = each.value() >= 0 ? (int) Math.round(each.value()) : UNKNOWN;
    }
    return new StepSeries(times, values, interval.toMillis());
  }

  /** The number at a time; empty if it is unknown. */
  OptionalInt at(Instant time) {
    int value = at(time.toEpochMilli());
    return value == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** The first number that is known; empty if there is none. */
  OptionalInt first() {
    return Arrays.stream(values).filter(each -> each != UNKNOWN).findFirst();
  }

  private int at(long time) {
    int index = last(time);
    return index < 0 || time - times[index] > MAX_MISSING * interval ? UNKNOWN : values[index];
  }

  /** The index of the last sample not after a time; −1 if there is none. */
  private int last(long time) {
    int found = Arrays.binarySearch(times, time);
    return found >= 0 ? found : -found - 2;
  }

  /** Whether the number was recorded at any time of a closed interval. */
  boolean has(int number, Instant from, Instant to) {
    if (at(from.toEpochMilli()) == number) {
      return true;
    }
    for (int i = last(from.toEpochMilli()) + 1;
        i < times.length && times[i] <= to.toEpochMilli();
        i++) {
      if (values[i] == number) {
        return true;
      }
    }
    return false;
  }

  /** The changes whose second sample is in a closed interval. */
  List<Step> steps(Instant from, Instant to) {
    List<Step> steps = new ArrayList<>();
    int before = -1;
    for (int i = 0; i < times.length && times[i] <= to.toEpochMilli(); i++) {
      if (values[i] == UNKNOWN) {
        continue;
      }
      if (before >= 0 && values[before] != values[i] && times[i] >= from.toEpochMilli()) {
        steps.add(
            new Step(
                Instant.ofEpochMilli(Math.min(times[before], times[i] - interval)),
                Instant.ofEpochMilli(times[i]),
                values[before],
                values[i]));
      }
      before = i;
    }
    return steps;
  }
}
