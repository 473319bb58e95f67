package dev.hpa.simulation;

import java.util.Arrays;

/**
 * Values at equal distances in time, linear between two of them. NaN marks a value that is not
 * known. Immutable.
 */
public final class Samples {
  private final double[] values;

  private Samples(double[] values) {
    this.values = values;
  }

  /** A copy of an array of at least one value. */
  public static Samples of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there are no samples");
    }
    return new Samples(values.clone());
  }

  /** The number of values. */
  public int size() {
    return values.length;
  }

  /** The value at an index. */
  public double at(int index) {
    return values[index];
  }

  /**
   * The values from one index to another.
   *
   * @param to exclusive
   */
  public Samples between(int from, int to) {
    return of(Arrays.copyOfRange(values, from, to));
  }

  /** All values times a factor. */
  public Samples times(double factor) {
    return new Samples(Arrays.stream(values).map(each -> each * factor).toArray());
  }

  /** Whether no value is NaN. */
  public boolean isComplete() {
    return Arrays.stream(values).noneMatch(Double::isNaN);
  }

  /**
   * The value between two samples; NaN if one of those around it is unknown. The last sample
   * applies after the end.
   *
   * @param position in steps, not negative
   */
  double between(double position) {
    int index = (int) position;
    if (index >= values.length - 1) {
      return values[values.length - 1];
    }
    double first = values[index];
    double part = position - index;
    return part == 0 ? first : first + (values[index + 1] - first) * part;
  }

  /** Equal if all values are. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Samples same && Arrays.equals(values, same.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return values.length + " samples";
  }
}
