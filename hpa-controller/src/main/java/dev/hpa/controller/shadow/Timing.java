package dev.hpa.controller.shadow;

import java.time.Duration;
import java.time.Instant;

/**
 * How far apart two controllers may be and still decide alike.
 *
 * @param period the sync period of both
 */
record Timing(Duration period) {

  /**
   * From the time a sync of the active controller lists pods and reads metrics to the time its
   * status arrives here, and as much for pods that arrive here later than there.
   */
  static final Duration LAG = Duration.ofSeconds(2);

  /** How often metrics-server measures, with its default settings. */
  private static final Duration METRIC_RESOLUTION = Duration.ofSeconds(15);

  /**
   * How long the active controller may leave out a change that is decided on here. Within two
   * periods it syncs twice, whatever the phases of the two controllers are; and its metrics may be
   * one sample older.
   */
  Duration grace() {
    return period.multipliedBy(2).plus(METRIC_RESOLUTION);
  }

  /**
   * How late something may have been that is known to have been at a time, give or take a slack.
   * The active controller syncs an autoscaler no sooner than a period after its last sync. So what
   * it did about a number of periods before a sync, it did at least that many periods before.
   *
   * @param now the time of the sync
   */
  Instant latest(Instant at, Duration slack, Instant now) {
    Instant latest = at.plus(slack);
    if (slack.compareTo(LAG) > 0) {
      return latest;
    }
    long periods =
        Math.round((double) Duration.between(at, now).toMillis() / Math.max(1, period.toMillis()));
    Instant whole = now.minus(period.multipliedBy(periods));
    return whole.isBefore(latest) && !whole.isBefore(at.minus(slack)) ? whole : latest;
  }

  /** The time between two syncs after which one is missing. */
  Duration longestGap() {
    return period.multipliedBy(2).plus(LAG);
  }

  /** After a status write this long ago, a sync without a change has followed. */
  Duration unchanged() {
    return period.plus(LAG);
  }

  /**
   * The time between two readings of the metrics. Samples are about as long valid as a period
   * lasts; twice a period none is missed.
   */
  Duration readingInterval() {
    return period.dividedBy(2);
  }

  /**
   * While the active controller wrote nothing for this long, it has nothing to write, and a sync
   * here is due.
   */
  Duration fresh() {
    return period.multipliedBy(5).dividedBy(4);
  }
}
