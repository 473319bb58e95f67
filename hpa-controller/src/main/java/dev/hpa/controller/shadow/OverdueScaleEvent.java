package dev.hpa.controller.shadow;

import java.time.Duration;
import java.time.Instant;

/**
 * A scale event that this controller decides on repeatedly while the active controller keeps the
 * replicas. Not thread-safe.
 */
final class OverdueScaleEvent {

  private final Duration grace;
  private int direction;
  private Instant since = Instant.EPOCH;
  private boolean reported;

  /**
   * @param grace the grace period of the active controller
   */
  OverdueScaleEvent(Duration grace) {
    this.grace = grace;
  }

  /**
   * Notes a sync that decides on a change.
   *
   * @param change its sign is the direction; not 0
   * @return whether the grace period has just expired
   */
  boolean wanted(int change, Instant now) {
    if (Integer.signum(change) != direction) {
      direction = Integer.signum(change);
      since = now;
      reported = false;
    }
    return !since.plus(grace).isAfter(now) && report();
  }

  /**
   * Reports the change, without waiting.
   *
   * @return whether it was not reported before
   */
  boolean report() {
    boolean isNew = !reported;
    reported = true;
    return isNew;
  }

  /** Notes that the change was made or is no longer needed. */
  void end() {
    direction = 0;
    reported = false;
  }
}
