package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Map;

/** The total CPU demand on the pods of a workload over time. A pure function; thread-safe. */
@FunctionalInterface
public interface LoadProfile {

  /** No demand. */
  LoadProfile NONE = steady(0);

  /**
   * The demand at one time, in millicores, not negative.
   *
   * @param sinceStart the time since the start of the load, not negative
   */
  double milliCoresAt(Duration sinceStart);

  /**
   * Parses a profile in the format of the annotation {@code sandbox.hpa.dev/load}.
   *
   * @param traces by the names that {@code trace:NAME} refers to
   * @throws LoadFormatException if the text is malformed, with the expected format
   */
  static LoadProfile parse(String text, Map<String, ? extends LoadProfile> traces) {
    return new LoadParser(traces).profile(text);
  }

  /** A constant. */
  static LoadProfile steady(double milliCores) {
    return time -> milliCores;
  }

  /** A linear change from one value to another, constant afterwards. */
  static LoadProfile ramp(double from, double to, Duration over) {
    double length = seconds(over);
    return time -> {
      double part = length == 0 ? 1 : Math.min(1, seconds(time) / length);
      return from + (to - from) * part;
    };
  }

  /** A sine wave that starts at its minimum. */
  static LoadProfile sine(double min, double max, Duration period) {
    double length = seconds(period);
    double middle = (min + max) / 2;
    return time -> middle - (max - min) / 2 * Math.cos(2 * Math.PI * seconds(time) / length);
  }

  /**
   * A base with rectangular peaks.
   *
   * @param at the start of the first peak
   * @param length the duration of a peak
   * @param every the interval of the peaks; zero for a single peak
   */
  static LoadProfile spike(double base, double peak, Duration at, Duration length, Duration every) {
    return time -> {
      double since = seconds(time) - seconds(at);
      double place = every.isZero() || since < 0 ? since : since % seconds(every);
      return place >= 0 && place < seconds(length) ? peak : base;
    };
  }

  /** The maximum of two profiles. */
  static LoadProfile larger(LoadProfile one, LoadProfile other) {
    return time -> Math.max(one.milliCoresAt(time), other.milliCoresAt(time));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
