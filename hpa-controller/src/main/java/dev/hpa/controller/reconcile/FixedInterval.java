package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Syncs an autoscaler a fixed time after its last sync, the first time after the watch delivers it,
 * as kube-controller-manager does.
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
    return interval;
  }
}
