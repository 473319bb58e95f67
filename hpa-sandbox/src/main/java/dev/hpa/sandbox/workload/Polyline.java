package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A number over time, known at some points. Between two points it goes in a straight line, two
 * points at the same time are a jump to the second; before the first and after the last it stays.
 * Immutable.
 */
public final class Polyline {

  private final long[] nanos;
  private final double[] values;

  /**
   * A number at one time.
   *
   * @param at counted from where all points are counted from
   */
  public record Point(Duration at, double value) {}

  /**
   * The line through these points.
   *
   * @param points at least one, none earlier than the one before it
   * @throws IllegalArgumentException if there is none or one goes back
   */
  public Polyline(List<Point> points) {
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

  /** The number at a time. */
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

  /** How many points there are. */
  public int size() {
    return nanos.length;
  }

  /** The lowest number; NaN if all points are. */
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
