package dev.hpa.controller.forecast;

import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * The recorded load of one metric: one average for each step, 4 bytes each, for {@link #SEASONS}
 * seasons and the horizon. A step is a season divided by {@link #STEPS_PER_SEASON}, in whole
 * minutes and at least one. A record therefore has at most about 26 KB, whatever the season is.
 *
 * <p>Not thread-safe.
 */
final class LoadRecord {

  /** The number of recorded seasons. */
  static final int SEASONS = 4;

  private static final int STEPS_PER_SEASON = 1440;

  private final Duration step;
  private final int capacity;
  private float[] values = new float[64];
  private int size;

  /** The step of the first value, counted from the epoch; meaningless while there is none. */
  private long first;

  private long current = Long.MIN_VALUE;
  private double sum;
  private int count;

  LoadRecord(ForecastOptions options) {
    this(step(options.season()), capacity(options));
  }

  private LoadRecord(Duration step, int capacity) {
    this.step = step;
    this.capacity = capacity;
  }

  /** The time between two samples of a record. */
  static Duration step(Duration season) {
    long minutes = Math.ceilDiv(season.toMinutes(), STEPS_PER_SEASON);
    return Duration.ofMinutes(Math.max(1, minutes));
  }

  static int capacity(ForecastOptions options) {
    Duration kept = options.season().multipliedBy(SEASONS).plus(options.horizon());
    return (int) kept.dividedBy(step(options.season())) + 1;
  }

  /**
   * Adds a measured load. A time before the last one, after the clock was set back, is ignored.
   *
   * @return whether a step has been completed
   */
  boolean add(double load, Instant now) {
    long slot = slot(now);
    if (slot < current) {
      return false;
    }
    boolean isCompleted = slot > current && count > 0;
    if (isCompleted) {
      append(current, (float) (sum / count));
    }
    if (slot > current) {
      current = slot;
      sum = 0;
      count = 0;
    }
    sum += load;
    count++;
    return isCompleted;
  }

  /** Adds loads before those that are recorded; values that are recorded stay. */
  void addPast(LoadSeries past) {
    LoadSeries known = series();
    LoadRecord merged = new LoadRecord(step, capacity);
    long from = size == 0 ? slot(past.start()) : Math.min(first, slot(past.start()));
    long to = size == 0 ? slot(past.end()) : Math.max(first + size, slot(past.end()));
    for (long slot = Math.max(from, to - capacity); slot < to; slot++) {
      double own = size == 0 ? Double.NaN : known.getOrNaN(slot - first);
      double value = Double.isNaN(own) ? past.getOrNaN(past.indexOf(time(slot))) : own;
      if (!Double.isNaN(value) && (current == Long.MIN_VALUE || slot < current)) {
        merged.append(slot, (float) value);
      }
    }
    values = merged.values;
    size = merged.size;
    first = merged.first;
  }

  private void append(long slot, float value) {
    if (size == 0 || slot - first >= size + (long) capacity) {
      first = slot;
      size = 0;
    }
    int index = (int) (slot - first);
    if (index >= capacity) {
      drop(index - capacity + 1);
      index = capacity - 1;
    }
    if (index >= values.length) {
      values = Arrays.copyOf(values, Math.min(capacity, Math.max(index + 1, values.length * 2)));
    }
    if (index > size) {
      Arrays.fill(values, size, index, Float.NaN);
    }
    values[index] = value;
    size = index + 1;
  }

  private void drop(int oldest) {
    int dropped = Math.min(size, oldest);
    System.arraycopy(values, dropped, values, 0, size - dropped);
    size -= dropped;
    first += dropped;
  }

  /** The completed steps. */
  LoadSeries series() {
    return LoadSeries.of(time(size == 0 ? 0 : first), step, Arrays.copyOf(values, size));
  }

  /** The end of the last completed step. */
  Instant end() {
    return time(size == 0 ? 0 : first + size);
  }

  /** When the last load was added; {@link Instant#MIN} before the first. */
  Instant last() {
    return current == Long.MIN_VALUE ? Instant.MIN : time(current);
  }

  private long slot(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), step.toSeconds());
  }

  private Instant time(long slot) {
    return Instant.ofEpochSecond(slot * step.toSeconds());
  }
}
