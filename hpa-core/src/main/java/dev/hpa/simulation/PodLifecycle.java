package dev.hpa.simulation;

import java.time.Duration;

/**
 * How long pods take, equal for all pods, and when they are created.
 *
 * @param start from the creation of a pod until its containers run
 * @param readiness from then until it is ready
 * @param termination from its deletion until it is gone
 * @param isOrdered whether a pod is created when the one before it is ready, as those of a
 *     StatefulSet by default; otherwise all at once
 */
public record PodLifecycle(
    Duration start, Duration readiness, Duration termination, boolean isOrdered) {

  public PodLifecycle {
    if (start.isNegative() || readiness.isNegative() || termination.isNegative()) {
      throw new IllegalArgumentException("a duration of pods is negative");
    }
  }

  /** Pods that are ready after a time, and are gone at once. */
  public static PodLifecycle readyAfter(Duration startup) {
    return new PodLifecycle(startup, Duration.ZERO, Duration.ZERO, false);
  }

  /** From the creation of a pod until it is ready. */
  public Duration startup() {
    return start.plus(readiness);
  }
}
