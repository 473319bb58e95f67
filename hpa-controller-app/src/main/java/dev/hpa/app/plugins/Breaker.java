package dev.hpa.app.plugins;

import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Leaves a provider alone for a while after faults in a row, or a grave one. When the while is over
 * one question is let through; its answer decides. Only faults of the provider itself count: what
 * it answers properly, failures included, is none. Thread-safe.
 */
final class Breaker {

  static final int FAULTS = 3;
  static final Duration REST = Duration.ofMinutes(1);

  private final InstantSource clock;
  private int faults;
  private String reason = "";
  private @Nullable Instant openUntil;

  Breaker(InstantSource clock) {
    this.clock = clock;
  }

  /** Why nothing may be asked now; null when something may. */
  synchronized @Nullable String refusal() {
    if (openUntil == null) {
      return null;
    }
    Instant now = clock.instant();
    if (now.isBefore(openUntil)) {
      return "is not asked until "
          + Timestamps.format(openUntil)
          + ", because it "
          + reason
          + (faults == 1 ? "" : " " + faults + " times in a row");
    }
    openUntil = now.plus(REST);
    return null;
  }

  synchronized void success() {
    faults = 0;
    openUntil = null;
  }

  /**
   * @param what it did, to be put behind its name
   * @param isGrave whether once is enough
   * @return whether that opened the breaker
   */
  synchronized boolean fault(String what, boolean isGrave) {
    faults++;
    reason = what;
    if (faults < FAULTS && !isGrave) {
      return false;
    }
    openUntil = clock.instant().plus(REST);
    return true;
  }

  synchronized boolean isOpen() {
    return openUntil != null && clock.instant().isBefore(openUntil);
  }
}
