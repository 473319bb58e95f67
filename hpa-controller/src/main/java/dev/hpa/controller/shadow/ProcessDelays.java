package dev.hpa.controller.shadow;

import java.time.Duration;
import java.time.Instant;

/**
 * Detects delays of this process, such as a suspension or a lack of CPU: what it receives after one
 * is older than it seems. Thread-safe.
 */
final class ProcessDelays {

  /** The time between two calls of {@link #pulse} of a process that is not delayed. */
  static final Duration PULSE = Duration.ofSeconds(1);

  private Instant lastPulse;
  private Instant delayedUntil = Instant.MIN;

  ProcessDelays(Instant now) {
    lastPulse = now;
  }

  /**
   * Notes that time passes.
   *
   * @param now on the timeline
   */
  synchronized void pulse(Instant now) {
    detect(now);
    lastPulse = now;
  }

  /**
   * Whether something received now may have arrived more than {@link Timing#LAG} ago.
   *
   * @param now on the timeline
   */
  synchronized boolean isDelayed(Instant now) {
    detect(now);
    return now.isBefore(delayedUntil);
  }

  /** What has arrived during a delay is received within a short time after it. */
  private void detect(Instant now) {
    if (lastPulse.plus(Timing.LAG).isBefore(now)) {
      delayedUntil = now.plus(Timing.LAG);
    }
  }
}
