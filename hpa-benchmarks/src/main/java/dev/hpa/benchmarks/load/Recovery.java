package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Backlog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a contender came through a time in which the API of External metrics was overloaded.
 *
 * @param beginSecond when the overload began, after the start of the contender
 * @param endSecond when it ended
 * @param decided how many autoscalers were decided in a period of the overload
 * @param lateness of the decisions since the overload began; null when there were none
 * @param seconds from the end of the overload until no decision was late any more; null when some
 *     still were when the run ended
 */
record Recovery(
    double beginSecond,
    double endSecond,
    double decided,
    @Nullable Lateness lateness,
    @Nullable Double seconds) {

  /** Beyond the sync period a decision is late by more than this. */
  static final Duration TOLERANCE = Duration.ofSeconds(1);

  /**
   * How long the recovery took.
   *
   * @param endMillis when the overload ended, since the epoch
   */
  static @Nullable Double seconds(Backlog backlog, long endMillis) {
    if (backlog.overdue() > 0) {
      return null;
    }
    Long last = backlog.lastWrittenMillis();
    return last == null ? 0.0 : Math.max(0, last - endMillis) / 1e3;
  }
}
