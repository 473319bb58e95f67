package dev.hpa.controller.cache;

import dev.hpa.api.CrossVersionObjectReference;

/** Learns which kinds of objects are scale targets. */
public interface TargetTracker {

  /** Scales are read from the API server. */
  TargetTracker NONE =
      new TargetTracker() {
        @Override
        public void track(CrossVersionObjectReference target) {
          // Nothing to prepare.
        }

        @Override
        public void awaitFirstLists() {
          // There are none.
        }
      };

  /** Registers the target of an autoscaler; must return quickly. */
  void track(CrossVersionObjectReference target);

  /** Waits until the watches of the registered targets have listed them, or failed to. */
  void awaitFirstLists() throws InterruptedException;
}
