package dev.hpa.controller.shadow;

import java.time.Duration;

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

  /** The time between two syncs after which one is missing. */
  Duration longestGap() {
    return period.multipliedBy(2).plus(LAG);
  }

  /** After a status write this long ago, a sync without a change has followed. */
  Duration unchanged() {
    return period.plus(LAG);
  }

  /** After a sync this long ago, another is due. */
  Duration fresh() {
    return period.multipliedBy(9).dividedBy(10);
  }
}
