package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/** Spaces syncs that would otherwise come too often. Thread-safe. */
final class SyncSpacing {

  private Instant next = Instant.MIN;

  /**
   * How long a sync has to wait. One that would have to wait longer than the longest time waits
   * that long, and takes nothing from the later ones.
   *
   * @param each the time for each sync
   * @param burst the time that may be taken at once after a pause
   * @param longest the longest wait; not negative
   */
  synchronized Duration reserve(Instant now, Duration each, Duration burst, Duration longest) {
    Instant least = now.minus(burst);
    Instant slot = next.isBefore(least) ? least : next;
    if (slot.isAfter(now.plus(longest))) {
      return longest;
    }
    next = slot.plus(each);
    return slot.isAfter(now) ? Duration.between(now, slot) : Duration.ZERO;
  }

  /** Whether it delays nothing, as a new one. */
  synchronized boolean isIdle(Instant now, Duration burst) {
    return next.isBefore(now.minus(burst));
  }
}
