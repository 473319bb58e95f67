package dev.hpa.controller.shadow;

import java.time.Duration;
import java.time.Instant;

/**
 * Tolerances for the times of the two controllers.
 *
 * @param period the sync period of both
 */
record Timing(Duration period) {

  /**
   * The maximum time from when a sync of the active controller lists pods and reads metrics to when
   * its status arrives here; also the maximum delay of pods.
   */
  static final Duration LAG = Duration.ofSeconds(2);

  /** The usual difference between the delays of two statuses. */
  private static final Duration DELAY = Duration.ofMillis(250);

  /** More than the slack in both directions: syncs with shorter periods cannot be distinguished. */
  static final Duration SHORTEST = LAG.multipliedBy(2).plusSeconds(1);

  /** How often metrics-server measures, with its default settings. */
  private static final Duration METRIC_RESOLUTION = Duration.ofSeconds(15);

  /**
   * How long the active controller may omit a change that this controller decides on. Within two
   * periods it syncs twice, regardless of the phases of the two controllers, and its metrics may be
   * one sample older.
   */
  Duration grace() {
    return period.multipliedBy(2).plus(METRIC_RESOLUTION);
  }

  /**
   * The latest possible time of an event with a known time and slack. The active controller syncs
   * an autoscaler at least a period after its last sync, unless its spec changes. So an event
   * almost exactly N periods before a sync was at least N periods before it. Periods of less than
   * {@link #SHORTEST} are too short to count them.
   *
   * @param now the time of the sync
   */
  Instant latest(Instant at, Duration slack, Instant now) {
    Instant latest = at.plus(slack);
    if (slack.compareTo(LAG) > 0 || isShort()) {
      return latest;
    }
    Instant whole = now.minus(period.multipliedBy(periods(at, now)));
    return whole.isBefore(latest) && !whole.isBefore(at.minus(DELAY)) ? whole : latest;
  }

  /** The number of periods between two times, rounded. */
  long periods(Instant from, Instant to) {
    return Math.round(
        (double) Duration.between(from, to).toMillis() / Math.max(1, period.toMillis()));
  }

  /** Whether a time with the slack {@link #LAG} may be nearer to another number of periods. */
  boolean isShort() {
    return period.compareTo(SHORTEST) < 0;
  }

  /** The time between two syncs from which on one was missed. */
  Duration longestGap() {
    return period.multipliedBy(2).plus(LAG);
  }

  /** The time after a status write within which a sync without a change has followed. */
  Duration unchanged() {
    return period.plus(LAG);
  }

  /**
   * If the active controller writes nothing for this long, it has no changes, and a sync of this
   * controller is due.
   */
  Duration fresh() {
    return period.multipliedBy(5).dividedBy(4);
  }
}
