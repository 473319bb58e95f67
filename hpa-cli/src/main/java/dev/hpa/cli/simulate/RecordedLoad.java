package dev.hpa.cli.simulate;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A recorded load over time. Immutable. */
public final class RecordedLoad {

  /** The start of relative times. */
  static final Instant UNDATED_START = Instant.parse("2000-01-01T00:00:00Z");

  private final String name;
  private final boolean dated;
  private final Instant origin;
  private final LoadCurve curve;

  private RecordedLoad(String name, boolean dated, Instant origin, LoadCurve curve) {
    this.name = name;
    this.dated = dated;
    this.origin = origin;
    this.curve = curve;
  }

  /** A recording with relative times, which start at {@link #UNDATED_START} until shifted. */
  static RecordedLoad undated(String name, List<LoadSample> samples, RecordingOptions gaps) {
    return new RecordedLoad(name, false, UNDATED_START, LoadCurve.of(samples, gaps));
  }

  /**
   * A recording with absolute times.
   *
   * @param samples since the epoch
   */
  static RecordedLoad dated(String name, List<LoadSample> samples, RecordingOptions gaps) {
    return new RecordedLoad(name, true, Instant.EPOCH, LoadCurve.of(samples, gaps));
  }

  /**
   * Reads a recorded load from a file; gaps are interpolated.
   *
   * @param file its name, which may end in {@code .gz}; {@code -} is standard input
   * @throws UnusableInputException if the file cannot be read or contains no load
   */
  public static RecordedLoad read(String file) throws IOException, UnusableInputException {
    return read(file, Map.of());
  }

  /**
   * Reads one of several recorded loads from a file; gaps are interpolated.
   *
   * @param file its name, which may end in {@code .gz}; {@code -} is standard input
   * @param series labels of the series of a Prometheus result; empty for the only one
   * @throws UnusableInputException if the file cannot be read or does not contain the load
   */
  public static RecordedLoad read(String file, Map<String, String> series)
      throws IOException, UnusableInputException {
    return TraceFile.read(file, series, RecordingOptions.DEFAULT);
  }

  /** This recording with its times shifted to another start. */
  RecordedLoad from(Instant start) {
    return new RecordedLoad(name, dated, start, curve);
  }

  /** The file name. */
  public String name() {
    return name;
  }

  /** Whether the file has absolute times; otherwise they are relative. */
  boolean dated() {
    return dated;
  }

  /** The start of the curve's times. */
  Instant origin() {
    return origin;
  }

  /** The time that relative times, such as those of other recordings, count from. */
  Instant zero() {
    return dated ? start() : origin;
  }

  /** The number of samples with a number. */
  int samples() {
    return curve.samples();
  }

  /** The time of the first sample. */
  Instant start() {
    return origin.plusNanos(curve.start());
  }

  /** The time of the last sample. */
  Instant end() {
    return origin.plusNanos(curve.end());
  }

  /** The lowest sample; NaN if there is none. */
  public double lowest() {
    return over(new TimeRange(start(), end())).min();
  }

  /**
   * The longest distance from a time on at which all later samples lie.
   *
   * @param most it is a divisor of this
   */
  Duration distance(Instant time, Duration most) {
    return Duration.ofNanos(curve.distance(nanos(time), most.toNanos()));
  }

  /** The value at a time, also in gaps. */
  double at(Instant time) {
    return curve.at(nanos(time));
  }

  /** Whether the time is outside of all gaps. */
  boolean isKnown(Instant time) {
    return curve.isKnown(nanos(time));
  }

  /** The figures of the recorded part of a period. */
  LoadFigures over(TimeRange period) {
    return curve.over(nanos(period.from()), nanos(period.to()));
  }

  /** The gaps, clipped to a period. */
  public List<TimeRange> gaps(TimeRange period) {
    return curve.gaps(nanos(period.from()), nanos(period.to())).stream()
        .map(gap -> new TimeRange(origin.plusNanos(gap.from()), origin.plusNanos(gap.to())))
        .toList();
  }

  /**
   * Visits the segments of an interval, with times relative to a start.
   *
   * @param from nanoseconds since the start
   */
  void walk(Instant start, long from, long to, LoadCurve.Segments visitor) {
    long shift = nanos(start);
    curve.walk(
        from + shift,
        to + shift,
        (begin, end, first, last, known) ->
            visitor.segment(begin - shift, end - shift, first, last, known));
  }

  /** Visits the points of the line; absolute times are made relative to the first sample. */
  public void points(BiConsumer<Duration, Double> visitor) {
    long shift = dated ? curve.start() : 0;
    visitor.accept(since(curve.start(), shift), curve.at(curve.start()));
    curve.walk(
        curve.start(),
        curve.end(),
        (from, to, first, last, known) -> {
          visitor.accept(since(from, shift), first);
          visitor.accept(since(to, shift), last);
        });
    visitor.accept(since(curve.end(), shift), curve.at(curve.end()));
  }

  private static Duration since(long nanos, long shift) {
    return Duration.ofNanos(nanos - shift);
  }

  private long nanos(Instant time) {
    return Duration.between(origin, time).toNanos();
  }
}
