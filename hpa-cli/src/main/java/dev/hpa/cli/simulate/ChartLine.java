package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The points of a line that a chart draws, never many more than a screen can show.
 *
 * <p>A line of too many points is thinned by the M4 method: time is divided into as many slices as
 * a wide chart has columns of pixels, and of each slice the first, the last, a highest and a lowest
 * point remain, and one end of a gap. Drawn at that width the line looks as before: no peak is
 * lost. Used by one thread.
 */
final class ChartLine {

  /** Columns of pixels that the slices are made for. */
  private static final int SLICES = 1200;

  /** Lines with fewer points remain as they are. */
  private static final int MOST = 4 * SLICES;

  private final Period period;
  private final List<Point> points = new ArrayList<>();

  /**
   * A point.
   *
   * @param nanos since the start of the period
   * @param value NaN where the line is interrupted
   */
  private record Point(long nanos, double value) {}

  ChartLine(Period period) {
    this.period = period;
  }

  /**
   * Adds a point; a null or NaN value interrupts the line.
   *
   * @param at not before the points so far
   */
  void add(Instant at, @Nullable Double value) {
    add(
        Duration.between(period.from(), at).toNanos(),
        value == null ? Double.NaN : value.doubleValue());
  }

  /** The same with nanoseconds since the start of the period. */
  void add(long nanos, double value) {
    points.add(new Point(nanos, value));
  }

  /** Removes points within stretches of the same value, which steps do not need. */
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

  /** Removes points that are equal to the one before, where segments meet. */
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
    for (Point point : points.size() <= MOST ? points : thinned()) {
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

  /** Keeps of the points of a slice those that show in its column of pixels. */
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
