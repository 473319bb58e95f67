package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Map;

/**
 * How much CPU is asked of all pods of a workload together, over time. A pure function;
 * thread-safe.
 */
@FunctionalInterface
public interface LoadProfile {

  /** Nothing is asked. */
  LoadProfile NONE = steady(0);

  /**
   * What is asked at one moment, in millicores, never negative.
   *
   * @param sinceStart time since the load began, not negative
   */
  double milliCoresAt(Duration sinceStart);

  /**
   * Reads a profile as the annotation {@code sandbox.hpa.dev/load} holds it.
   *
   * @param traces by the names that {@code trace:NAME} uses
   * @throws LoadFormatException if it cannot be understood, with what to write instead
   */
  static LoadProfile parse(String text, Map<String, ? extends LoadProfile> traces) {
    return new LoadParser(traces).profile(text);
  }

  /** Always the same. */
  static LoadProfile steady(double milliCores) {
    return time -> milliCores;
  }

  /** From one value in a straight line to another, which stays. */
  static LoadProfile ramp(double from, double to, Duration over) {
    double length = seconds(over);
    return time -> {
      double part = length == 0 ? 1 : Math.min(1, seconds(time) / length);
      return from + (to - from) * part;
    };
  }

  /** A sine wave that starts at its lowest point. */
  static LoadProfile sine(double min, double max, Duration period) {
    double length = seconds(period);
    double middle = (min + max) / 2;
    return time -> middle - (max - min) / 2 * Math.cos(2 * Math.PI * seconds(time) / length);
  }

  /**
   * A base with a rectangular peak.
   *
   * @param at when the peak begins, for the first time
   * @param length how long it lasts
   * @param every when it comes again; zero for never
   */
  static LoadProfile spike(double base, double peak, Duration at, Duration length, Duration every) {
    return time -> {
      double since = seconds(time) - seconds(at);
      double place = every.isZero() || since < 0 ? since : since % seconds(every);
      return place >= 0 && place < seconds(length) ? peak : base;
    };
  }

  /** The larger of two at every moment. */
  static LoadProfile larger(LoadProfile one, LoadProfile other) {
    return time -> Math.max(one.milliCoresAt(time), other.milliCoresAt(time));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
