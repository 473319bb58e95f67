package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A piecewise linear function of time. Two points at the same time are a jump; the function is
 * constant before the first and after the last point. Immutable.
 */
public final class PiecewiseLinear {

  private final long[] nanos;
  private final double[] values;

  /**
   * A point.
   *
   * @param at relative to the same start for all points
   */
  public record Point(Duration at, double value) {}

  /**
   * Creates a function through these points.
   *
   * @param points at least one, in order of time
   * @throws IllegalArgumentException if there are no points or they are not in order
   */
  public PiecewiseLinear(List<Point> points) {
    this.nanos = points.stream().mapToLong(point -> point.at().toNanos()).toArray();
    this.values = points.stream().mapToDouble(Point::value).toArray();
    if (nanos.length == 0) {
      throw new IllegalArgumentException("a line without points");
    }
    for (int i = 1; i < nanos.length; i++) {
      if (nanos[i] < nanos[i - 1]) {
        throw new IllegalArgumentException("point " + i + " is earlier than the one before it");
      }
    }
  }

  /** The value at a time. */
  public double at(Duration time) {
    long wanted = time.toNanos();
    int found = Arrays.binarySearch(nanos, wanted);
    if (found >= 0) {
      return values[lastAt(found)];
    }
    int next = -found - 1;
    if (next == 0 || next == nanos.length) {
      return values[next == 0 ? 0 : next - 1];
    }
    double part = (double) (wanted - nanos[next - 1]) / (nanos[next] - nanos[next - 1]);
    return values[next - 1] + (values[next] - values[next - 1]) * part;
  }

  private int lastAt(int index) {
    int last = index;
    while (last + 1 < nanos.length && nanos[last + 1] == nanos[index]) {
      last++;
    }
    return last;
  }

  /** The number of points. */
  public int size() {
    return nanos.length;
  }

  /** The minimum; NaN if all values are NaN. */
  public double lowest() {
    return Arrays.stream(values).filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
  }

  /** The time of the first point. */
  public Duration start() {
    return Duration.ofNanos(nanos[0]);
  }

  /** The time of the last point. */
  public Duration end() {
    return Duration.ofNanos(nanos[nanos.length - 1]);
  }
}
