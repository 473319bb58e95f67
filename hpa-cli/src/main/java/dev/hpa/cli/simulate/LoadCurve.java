package dev.hpa.cli.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A recorded time series: linear between samples, with gaps.
 *
 * <p>Two samples at the same time are a step to the second. The value is constant before the first
 * and after the last sample. A gap is the time between two samples that are more than three sample
 * intervals apart, or that have only samples without a number between them. {@link #at} has a value
 * in gaps too, by the {@link GapRule}; {@link #over} excludes gaps.
 *
 * <p>Times are nanoseconds since the start of the recording. Immutable.
 */
final class LoadCurve {

  private static final int INTERVALS_OF_A_GAP = 3;

  /** Minimum number of distances between samples to determine the interval. */
  private static final int MIN_DISTANCES = 3;

  private final long[] nanos;
  private final double[] values;

  /** Whether a point is a sample, not the end of a gap. */
  private final boolean[] recorded;

  /** Whether the line from a point to the next one is a gap. */
  private final boolean[] gapAfter;

  private final int samples;

  /** A segment between two neighboring points, possibly clipped. */
  @FunctionalInterface
  interface Segments {

    /**
     * Receives the next segment.
     *
     * @param from in nanoseconds, less than {@code to}
     * @param first the value at the start
     * @param last the value just before the end
     * @param known whether the segment was recorded
     */
    void segment(long from, long to, double first, double last, boolean known);
  }

  private LoadCurve(List<Point> points, int samples) {
    this.nanos = points.stream().mapToLong(Point::nanos).toArray();
    this.values = points.stream().mapToDouble(Point::value).toArray();
    this.recorded = new boolean[nanos.length];
    this.gapAfter = new boolean[nanos.length];
    for (int i = 0; i < nanos.length; i++) {
      recorded[i] = points.get(i).recorded();
      gapAfter[i] = points.get(i).gapAfter();
    }
    this.samples = samples;
  }

  private record Point(long nanos, double value, boolean recorded, boolean gapAfter) {

    Point beforeGap() {
      return new Point(nanos, value, recorded, true);
    }
  }

  /**
   * The curve through samples.
   *
   * @param samples sorted by time; at least one has a number
   * @throws IllegalArgumentException if no sample has a number or the samples are not sorted
   */
  static LoadCurve of(List<LoadSample> samples, RecordingOptions gaps) {
    List<Point> points = new ArrayList<>(samples.size());
    long longest = longestLine(samples, gaps);
    long previous = Long.MIN_VALUE;
    boolean missing = false;
    for (LoadSample sample : samples) {
      long at = sample.at().toNanos();
      if (at < previous) {
        throw new IllegalArgumentException(
            "the sample at " + sample.at() + " is earlier than the" + " previous one");
      }
      previous = at;
      if (Double.isNaN(sample.value())) {
        missing = true;
        continue;
      }
      append(points, sample, samples.getFirst().at().toNanos(), missing, longest, gaps.rule());
      missing = false;
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException("no sample has a number");
    }
    if (missing) {
      Point last = points.removeLast().beforeGap();
      points.add(last);
      points.add(new Point(previous, last.value(), false, false));
    }
    int numbers = (int) samples.stream().filter(each -> !Double.isNaN(each.value())).count();
    return new LoadCurve(points, numbers);
  }

  private static void append(
      List<Point> points,
      LoadSample sample,
      long begin,
      boolean missing,
      long longest,
      GapRule rule) {
    long at = sample.at().toNanos();
    if (points.isEmpty()) {
      if (missing) {
        points.add(new Point(begin, sample.value(), false, true));
      }
    } else {
      Point last = points.getLast();
      if (at > last.nanos() && (missing || at - last.nanos() > longest)) {
        points.set(points.size() - 1, last.beforeGap());
        if (rule == GapRule.HOLD) {
          points.add(new Point(at, last.value(), false, false));
        }
      }
    }
    points.add(new Point(at, sample.value(), true, false));
  }

  private static long longestLine(List<LoadSample> samples, RecordingOptions gaps) {
    Duration given = gaps.sampleInterval();
    if (given != null) {
      return given.multipliedBy(INTERVALS_OF_A_GAP).toNanos();
    }
    long[] times = samples.stream().mapToLong(each -> each.at().toNanos()).distinct().toArray();
    long[] distances = new long[Math.max(0, times.length - 1)];
    for (int i = 0; i < distances.length; i++) {
      distances[i] = times[i + 1] - times[i];
    }
    if (distances.length < MIN_DISTANCES) {
      return Long.MAX_VALUE;
    }
    Arrays.sort(distances);
    return INTERVALS_OF_A_GAP * distances[(distances.length - 1) / 2];
  }

  /**
   * The longest distance from a time on at which all later points lie.
   *
   * @param most it is a divisor of this
   */
  long distance(long time, long most) {
    long distance = most;
    for (int i = next(time); i < nanos.length && distance > 1; i++) {
      long other = nanos[i] - time;
      while (other != 0) {
        long rest = distance % other;
        distance = other;
        other = rest;
      }
    }
    return distance;
  }

  /** The number of samples with a number. */
  int samples() {
    return samples;
  }

  /** The time of the first sample. */
  long start() {
    return nanos[0];
  }

  /** The time of the last sample. */
  long end() {
    return nanos[nanos.length - 1];
  }

  /** The value at a time; at a step, the second one. */
  double at(long time) {
    return value(next(time), time);
  }

  /** Whether the time is outside of all gaps. */
  boolean isKnown(long time) {
    int next = next(time);
    return isKnown(next) || (next > 0 && nanos[next - 1] == time && recorded[next - 1]);
  }

  /** Visits the segments between two times, in order, without gaps between them. */
  void walk(long from, long to, Segments visitor) {
    long at = from;
    int next = next(from);
    while (at < to) {
      long end = next == nanos.length ? to : Math.min(to, nanos[next]);
      visitor.segment(at, end, value(next, at), value(next, end), isKnown(next));
      at = end;
      while (next < nanos.length && nanos[next] <= at) {
        next++;
      }
    }
  }

  /** The gaps, clipped to two times. */
  List<Gap> gaps(long from, long to) {
    List<Gap> found = new ArrayList<>();
    walk(
        from,
        to,
        (begin, end, first, last, known) -> {
          if (!known) {
            found.add(new Gap(begin, end));
          }
        });
    return found;
  }

  /**
   * A time without samples.
   *
   * @param from in nanoseconds
   */
  record Gap(long from, long to) {}

  /**
   * The figures of the recorded part between two times: extremes include the interpolated values at
   * both ends; the average is over the recorded time.
   */
  LoadFigures over(long from, long to) {
    Sums sums = new Sums();
    walk(from, to, sums);
    for (int i = next(from - 1); i < nanos.length && nanos[i] <= to; i++) {
      boolean isReplaced = nanos[i] == from && i + 1 < nanos.length && nanos[i + 1] == from;
      if (recorded[i] && !isReplaced) {
        sums.sample(values[i]);
      }
    }
    return sums.figures();
  }

  private static final class Sums implements Segments {
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private double integral;
    private double seconds;
    private double sumOfSamples;
    private long samples;

    @Override
    public void segment(long from, long to, double first, double last, boolean known) {
      if (known) {
        double length = (to - from) / 1e9;
        integral += (first + last) / 2 * length;
        seconds += length;
        extend(first);
        extend(last);
      }
    }

    void sample(double value) {
      extend(value);
      sumOfSamples += value;
      samples++;
    }

    private void extend(double value) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }

    LoadFigures figures() {
      double average = seconds > 0 ? integral / seconds : sumOfSamples / samples;
      return new LoadFigures(least, average, most, integral, seconds, samples);
    }
  }

  /** The index of the first point after a time. */
  private int next(long time) {
    int low = 0;
    int high = nanos.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nanos[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Whether the segment before a point was recorded; true before the first and after the last
   * point.
   */
  private boolean isKnown(int next) {
    if (next == 0) {
      return recorded[0];
    }
    return next == nanos.length ? recorded[next - 1] : !gapAfter[next - 1];
  }

  /** The value at a time on the segment before a point. */
  private double value(int next, long time) {
    if (next == 0 || (next < nanos.length && nanos[next] == time)) {
      return values[next];
    }
    double before = values[next - 1];
    if (next == nanos.length || nanos[next - 1] == time) {
      return before;
    }
    double part = (double) (time - nanos[next - 1]) / (nanos[next] - nanos[next - 1]);
    return before + (values[next] - before) * part;
  }
}
