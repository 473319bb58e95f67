package dev.hpa.controller.reconcile;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.controller.cache.WatchedScales;

/** Starts the watch of a kind with its first target. */
record WatchedTargets(WatchedScales scales) implements TargetTracker {

  @Override
  public void track(CrossVersionObjectReference target) {
    scales.track(target);
  }

  @Override
  public void awaitFirstLists() throws InterruptedException {
    scales.awaitFirstLists();
  }
}
