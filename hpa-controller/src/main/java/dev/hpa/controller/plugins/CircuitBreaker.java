package dev.hpa.controller.plugins;

import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Stops calls to a plug-in that keeps failing.
 *
 * <p>Initially closed. {@link #FAULTS} consecutive faults, or one fatal fault, open it for {@link
 * #OPEN_FOR}. After that time it is half-open: one call is permitted, whose success closes it and
 * whose fault opens it again. Only faults of the plug-in count: exceptions and missed deadlines.
 * Failures that it returns as values and waits for limits of this process do not. Thread-safe.
 */
final class CircuitBreaker {

  static final int FAULTS = 3;
  static final Duration OPEN_FOR = Duration.ofMinutes(1);

  private final InstantSource clock;
  private int faults;
  private String reason = "";
  private @Nullable Instant openUntil;

  CircuitBreaker(InstantSource clock) {
    this.clock = clock;
  }

  /** Why calls are not permitted now; null if they are. */
  synchronized @Nullable String refusal() {
    if (openUntil == null) {
      return null;
    }
    Instant now = clock.instant();
    if (now.isBefore(openUntil)) {
      return "is not called until "
          + Timestamps.format(openUntil)
          + ", because it "
          + reason
          + (faults == 1 ? "" : " " + faults + " times in a row");
    }
    openUntil = now.plus(OPEN_FOR);
    return null;
  }

  synchronized void success() {
    faults = 0;
    openUntil = null;
  }

  /**
   * Counts a fault.
   *
   * @param what the fault, as the predicate of a sentence
   * @param isFatal whether this fault alone opens the circuit
   * @return whether it opened the circuit
   */
  synchronized boolean fault(String what, boolean isFatal) {
    faults++;
    reason = what;
    if (faults < FAULTS && !isFatal) {
      return false;
    }
    openUntil = clock.instant().plus(OPEN_FOR);
    return true;
  }

  synchronized boolean isCircuitOpen() {
    return openUntil != null && clock.instant().isBefore(openUntil);
  }
}
