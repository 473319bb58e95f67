package dev.hpa.benchmarks.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first statuses of all autoscalers, in seconds from the start of the contender.
 *
 * @param first that of any autoscaler; null if none was written
 * @param p50 of all autoscalers; null if fewer have been decided, as the others
 * @param all that of the last autoscaler
 */
record FirstDecisions(
    @Nullable Double first, @Nullable Double p50, @Nullable Double p99, @Nullable Double all) {

  /**
   * @param millis times of first statuses, ascending
   * @param autoscalers how many there should be
   */
  static FirstDecisions of(List<Long> millis, long startMillis, int autoscalers) {
    return new FirstDecisions(
        at(millis, startMillis, 1),
        at(millis, startMillis, rank(0.5, autoscalers)),
        at(millis, startMillis, rank(0.99, autoscalers)),
        at(millis, startMillis, autoscalers));
  }

  private static int rank(double share, int autoscalers) {
    return (int) Math.ceil(share * autoscalers);
  }

  private static @Nullable Double at(List<Long> millis, long startMillis, int rank) {
    return millis.size() < rank ? null : (Double) ((millis.get(rank - 1) - startMillis) / 1e3);
  }
}
