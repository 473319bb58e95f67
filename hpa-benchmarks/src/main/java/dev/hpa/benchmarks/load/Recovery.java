package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Backlog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of a contender during and after an overload of the API of External metrics.
 *
 * @param beginSecond start of the overload, in s after the start of the contender
 * @param endSecond end of the overload
 * @param decided mean number of autoscalers decided in a period of the overload
 * @param lateness lateness of decisions since the start of the overload; null if there were none
 * @param seconds time from the end of the overload until no decision was late; null if some
 *     decisions were still late at the end of the run
 */
record Recovery(
    double beginSecond,
    double endSecond,
    double decided,
    @Nullable Lateness lateness,
    @Nullable Double seconds) {

  /** A decision is late if it exceeds the sync period by more than this. */
  static final Duration TOLERANCE = Duration.ofSeconds(1);

  /**
   * Returns the duration of the recovery in s; null if some statuses are still overdue.
   *
   * @param endMillis end of the overload, in ms since the epoch
   */
  static @Nullable Double seconds(Backlog backlog, long endMillis) {
    if (backlog.overdue() > 0) {
      return null;
    }
    Long last = backlog.lastWrittenMillis();
    return last == null ? 0.0 : Math.max(0, last - endMillis) / 1e3;
  }
}
