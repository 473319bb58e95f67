package dev.hpa.controller.shadow;

import dev.hpa.api.Behavior;
import dev.hpa.api.HpaSpec;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * The warm-up of one autoscaler's history. Until it covers the longest window, the active
 * controller may use history that this one lacks. Not thread-safe.
 */
final class HistoryWarmup {

  private final Duration longestGap;
  private Instant since;
  private Instant lastSync;

  /**
   * @param longestGap the maximum time between two syncs; after a longer one the history has a gap
   */
  HistoryWarmup(Duration longestGap, Instant now) {
    this.longestGap = longestGap;
    this.since = now;
    this.lastSync = now;
  }

  /** Notes a sync that read all inputs of a decision. */
  void synced(Instant now) {
    if (lastSync.plus(longestGap).isBefore(now)) {
      since = now;
    }
    lastSync = now;
  }

  /** Restarts the warm-up after a missed change. */
  void restart(Instant now) {
    since = now;
  }

  /** Whether the history is shorter than the windows and the periods of the policies of a spec. */
  boolean lasts(HpaSpec spec, Settings settings, Instant now) {
    Behavior behavior = spec.behavior();
    Duration window = History.longestWindow(behavior, settings);
    Duration period = behavior == null ? Duration.ZERO : History.longestPeriod(behavior);
    Duration longest = window.compareTo(period) > 0 ? window : period;
    return now.isBefore(since.plus(longest).plus(longestGap));
  }
}
