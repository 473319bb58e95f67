package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The points of a chart line, downsampled to the resolution of a screen.
 *
 * <p>Lines with too many points are downsampled by M4: time is divided into one slice per pixel
 * column, and the first, last, highest and lowest point of each slice, and one end of a gap, are
 * kept. The drawn line is unchanged. Used by one thread.
 */
final class ChartLine {

  /** The number of pixel columns. */
  private static final int SLICES = 1200;

  /** Lines with fewer points are not downsampled. */
  private static final int MAX_POINTS = 4 * SLICES;

  private final TimeRange period;
  private final List<Point> points = new ArrayList<>();

  /**
   * One point.
   *
   * @param nanos since the start of the period
   * @param value NaN interrupts the line
   */
  private record Point(long nanos, double value) {}

  ChartLine(TimeRange period) {
    this.period = period;
  }

  /**
   * Adds a point; a null or NaN value interrupts the line.
   *
   * @param at not before the previous point
   */
  void add(Instant at, @Nullable Double value) {
    add(
        Duration.between(period.from(), at).toNanos(),
        value == null ? Double.NaN : value.doubleValue());
  }

  /** Adds a point at a time in nanoseconds since the start of the period. */
  void add(long nanos, double value) {
    points.add(new Point(nanos, value));
  }

  /** Removes the inner points of constant stretches. */
  ChartLine steps() {
    List<Point> changes = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (i == 0 || i + 1 == points.size() || differs(i, i - 1) || differs(i, i + 1)) {
        changes.add(points.get(i));
      }
    }
    points.clear();
    points.addAll(changes);
    return this;
  }

  /** Removes points that equal their predecessor. */
  ChartLine withoutRepetitions() {
    List<Point> distinct = new ArrayList<>();
    for (Point point : points) {
      if (distinct.isEmpty() || !distinct.getLast().equals(point)) {
        distinct.add(point);
      }
    }
    points.clear();
    points.addAll(distinct);
    return this;
  }

  private boolean differs(int one, int other) {
    return Double.compare(points.get(one).value(), points.get(other).value()) != 0;
  }

  /**
   * The points as pairs of seconds since the start and value, null where the line is interrupted.
   */
  ArrayNode tree() {
    ArrayNode tree = JsonNodeFactory.instance.arrayNode();
    for (Point point : points.size() <= MAX_POINTS ? points : thinned()) {
      ArrayNode pair = tree.addArray();
      pair.add(Figures.seconds(point.nanos()));
      if (Double.isNaN(point.value())) {
        pair.addNull();
      } else {
        pair.add(Figures.of(point.value()));
      }
    }
    return tree;
  }

  private List<Point> thinned() {
    double slice = (double) period.length().toNanos() / SLICES;
    List<Point> kept = new ArrayList<>();
    int from = 0;
    while (from < points.size()) {
      long index = (long) (points.get(from).nanos() / slice);
      int to = from + 1;
      while (to < points.size() && (long) (points.get(to).nanos() / slice) == index) {
        to++;
      }
      keep(from, to, kept);
      from = to;
    }
    return kept;
  }

  /** Keeps the points of a slice that are visible in its pixel column. */
  private void keep(int from, int to, List<Point> kept) {
    int lowest = from;
    int highest = from;
    int interrupted = -1;
    for (int i = from; i < to; i++) {
      double value = points.get(i).value();
      if (Double.isNaN(value)) {
        interrupted = i;
      } else {
        lowest = isUnset(lowest) || value < points.get(lowest).value() ? i : lowest;
        highest = isUnset(highest) || value > points.get(highest).value() ? i : highest;
      }
    }
    for (int i = from; i < to; i++) {
      if (i == from || i == to - 1 || i == lowest || i == highest || i == interrupted) {
        kept.add(points.get(i));
      }
    }
  }

  private boolean isUnset(int index) {
    return Double.isNaN(points.get(index).value());
  }
}
