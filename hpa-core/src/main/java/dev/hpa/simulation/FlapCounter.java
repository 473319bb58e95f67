package dev.hpa.simulation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Counts flaps: scale events that reverse the direction of the previous one within a time. Used by
 * one thread.
 */
public final class FlapCounter {

  /** The time within which a reversal is a flap, unless the user sets another. */
  public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(10);

  private final Duration window;
  private @Nullable Instant last;
  private boolean wasUp;
  private long flaps;

  /** A counter without scale events. */
  public FlapCounter(Duration window) {
    this.window = window;
  }

  /**
   * Adds the next scale event.
   *
   * @param isUp whether replicas are added
   */
  public void add(Instant at, boolean isUp) {
    Instant before = last;
    if (before != null && isUp != wasUp && Duration.between(before, at).compareTo(window) <= 0) {
      flaps++;
    }
    last = at;
    wasUp = isUp;
  }

  /** The number of flaps so far. */
  public long flaps() {
    return flaps;
  }
}
