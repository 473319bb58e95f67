package dev.hpa.controller.reconcile;

import dev.hpa.api.CrossVersionObjectReference;

/** Learns which kinds of objects are scale targets. */
@FunctionalInterface
interface TargetTracker {

  /** Registers the target of an autoscaler; must return quickly. */
  void track(CrossVersionObjectReference target);
}
