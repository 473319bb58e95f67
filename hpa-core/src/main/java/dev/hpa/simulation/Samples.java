package dev.hpa.simulation;

import java.util.Arrays;

/**
 * Values at equal distances in time, linear between two of them, unless a value jumps. NaN marks a
 * value that is not known. Immutable.
 */
public final class Samples {
  private final double[] values;

  /** The values just before the next ones. */
  private final double[] ends;

  private Samples(double[] values, double[] ends) {
    this.values = values;
    this.ends = ends;
  }

  /** A copy of an array of at least one value, without jumps. */
  public static Samples of(double... values) {
    requireValues(values);
    return new Samples(values.clone(), Arrays.copyOfRange(values, 1, values.length));
  }

  /**
   * Copies of values that may jump.
   *
   * @param values at least one
   * @param ends for each value but the last, the value just before the next one
   */
  public static Samples withJumps(double[] values, double[] ends) {
    requireValues(values);
    if (ends.length != values.length - 1) {
      throw new IllegalArgumentException(
          values.length + " values have " + ends.length + " values before them");
    }
    return new Samples(values.clone(), ends.clone());
  }

  private static void requireValues(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there are no samples");
    }
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
    if (from >= to) {
      throw new IllegalArgumentException("there are no samples");
    }
    return new Samples(
        Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(ends, from, to - 1));
  }

  /** All values times a factor. */
  public Samples times(double factor) {
    return new Samples(
        Arrays.stream(values).map(each -> each * factor).toArray(),
        Arrays.stream(ends).map(each -> each * factor).toArray());
  }

  /** Whether no value is NaN. */
  public boolean isComplete() {
    return Arrays.stream(values).noneMatch(Double::isNaN);
  }

  /**
   * The value at a time; NaN if one of the samples around it is unknown. The last sample applies
   * after the end.
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
    return part == 0 ? first : first + (ends[index] - first) * part;
  }

  /**
   * As {@link #between}, but just before a value, which may jump.
   *
   * @param position in steps, more than 0
   */
  double before(double position) {
    int index = (int) position;
    return index == position && index <= ends.length ? ends[index - 1] : between(position);
  }

  /** Equal if all values are. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Samples same
        && Arrays.equals(values, same.values)
        && Arrays.equals(ends, same.ends);
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
