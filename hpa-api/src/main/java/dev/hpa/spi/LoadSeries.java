package dev.hpa.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * Evenly spaced samples of a load, the oldest first. A sample is the average over one step and is
 * NaN where nothing was recorded. Loads are finite and not negative; their unit does not matter to
 * a {@link Forecaster}. Immutable.
 */
public final class LoadSeries {

  private final Instant start;
  private final Duration step;
  private final float[] values;
  private final int size;

  private LoadSeries(Instant start, Duration step, float[] values, int size) {
    this.start = start;
    this.step = step;
    this.values = values;
    this.size = size;
  }

  /**
   * A series with a copy of the values.
   *
   * @param start the begin of the first step
   * @param step the length of a step; positive, in whole milliseconds
   * @param values one for each step: finite and not negative, or NaN
   * @throws IllegalArgumentException if the step or a value is invalid
   */
  public static LoadSeries of(Instant start, Duration step, float[] values) {
    if (step.toMillis() <= 0) {
      throw new IllegalArgumentException(
          "step: \"" + step + "\" is not positive; give 1 ms or more");
    }
    for (float value : values) {
      if (value < 0 || Float.isInfinite(value)) {
        throw new IllegalArgumentException(
            "values: \"" + value + "\" is not a load; give a finite value of 0 or more, or NaN");
      }
    }
    return new LoadSeries(start, step, values.clone(), values.length);
  }

  /** The number of steps, including those without a value. */
  public int size() {
    return size;
  }

  /** The begin of the first step. */
  public Instant start() {
    return start;
  }

  /** The length of a step. */
  public Duration step() {
    return step;
  }

  /** The end of the last step. */
  public Instant end() {
    return timeAt(size);
  }

  /**
   * The sample of a step; NaN if nothing was recorded.
   *
   * @param index from 0 to {@link #size} - 1
   * @throws IndexOutOfBoundsException for another index
   */
  public double get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return values[index];
  }

  /** The sample of a step; NaN if nothing was recorded, or the index is outside the series. */
  public double getOrNaN(long index) {
    return index < 0 || index >= size ? Double.NaN : values[(int) index];
  }

  /** The begin of a step; the index may be outside the series. */
  public Instant timeAt(long index) {
    return start.plusMillis(step.toMillis() * index);
  }

  /** The index of the step that contains a time; may be outside the series. */
  public long indexOf(Instant time) {
    return Math.floorDiv(Duration.between(start, time).toMillis(), step.toMillis());
  }

  /** The number of steps with a value. */
  public int known() {
    int known = 0;
    for (int i = 0; i < size; i++) {
      known += Float.isNaN(values[i]) ? 0 : 1;
    }
    return known;
  }

  /**
   * The series without its last steps. Shares the values.
   *
   * @param count the number of steps to keep, from 0 to {@link #size}
   * @throws IllegalArgumentException for another count
   */
  public LoadSeries first(int count) {
    if (count < 0 || count > size) {
      throw new IllegalArgumentException("count: \"" + count + "\" is not from 0 to " + size);
    }
    return new LoadSeries(start, step, values, count);
  }

  @Override
  public String toString() {
    return size + " samples every " + step + " from " + start;
  }
}
