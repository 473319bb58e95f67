package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Syncs an autoscaler a fixed time after its last sync, as kube-controller-manager does. Those of
 * the first list are due that time after the start, so that a slow start delays no decision.
 */
record FixedInterval(Duration interval) implements SyncSchedule {

  @Override
  public Duration next(String namespace, Instant now) {
    return interval;
  }

  @Override
  public boolean awaitsCaches() {
    return false;
  }

  @Override
  public Duration first(String namespace, Instant start, Instant now) {
    Duration left = interval.minus(Duration.between(start, now));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
