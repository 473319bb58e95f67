package dev.hpa.benchmarks.load;

import java.time.Duration;
import java.util.List;

/** Lateness of decisions: the time beyond the sync period, in s, at least 0. */
record Lateness(double p50, double p99, double max) {

  /**
   * @param gapMillis times between two decisions of an autoscaler in ms, ascending; not empty
   */
  static Lateness of(List<Integer> gapMillis, Duration period) {
    return new Lateness(
        late(gapMillis, 0.5, period), late(gapMillis, 0.99, period), late(gapMillis, 1, period));
  }

  private static double late(List<Integer> sorted, double share, Duration period) {
    int rank = (int) Math.ceil(share * sorted.size()) - 1;
    return Math.max(0, sorted.get(Math.max(rank, 0)) - period.toMillis()) / 1e3;
  }
}
