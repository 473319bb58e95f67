package dev.hpa.app.simulate;

import dev.hpa.sandbox.workload.Polyline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A recorded number over time.
 *
 * @param name the file it came from
 * @param dated whether the file gave times of the calendar; otherwise it gave times since a start,
 *     which is {@link #UNDATED_START} until the trace is moved
 * @param origin what the times of the line are counted from
 */
public record RecordedLoad(String name, boolean dated, Instant origin, Polyline line) {

  /** Where times without a date begin. */
  static final Instant UNDATED_START = Instant.parse("2000-01-01T00:00:00Z");

  /** A trace of times since a start. */
  static RecordedLoad undated(String name, List<Polyline.Point> points) {
    return new RecordedLoad(name, false, UNDATED_START, new Polyline(points));
  }

  /**
   * A trace of times of the calendar.
   *
   * @param points since the epoch
   */
  static RecordedLoad dated(String name, List<Polyline.Point> points) {
    return new RecordedLoad(name, true, Instant.EPOCH, new Polyline(points));
  }

  /** The same numbers, with the times counted from another start. */
  RecordedLoad from(Instant start) {
    return new RecordedLoad(name, dated, start, line);
  }

  /** The time of the first point. */
  Instant start() {
    return origin.plus(line.start());
  }

  /** The time of the last point. */
  Instant end() {
    return origin.plus(line.end());
  }

  /** The number at a time. */
  double at(Instant time) {
    return line.at(Duration.between(origin, time));
  }
}
