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
   * @param grace how long the active controller may take
   */
  OverdueScaleEvent(Duration grace) {
    this.grace = grace;
  }

  /**
   * A sync decides on a change.
   *
   * @param change its sign is the direction; not 0
   * @return whether the active controller has now taken too long, for the first time
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
   * @return whether that is new
   */
  boolean report() {
    boolean isNew = !reported;
    reported = true;
    return isNew;
  }

  /** The change was made, or is no longer wanted. */
  void end() {
    direction = 0;
    reported = false;
  }
}
