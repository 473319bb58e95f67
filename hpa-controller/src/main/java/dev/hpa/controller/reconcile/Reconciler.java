package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Reconciles an autoscaler: plan, read, decide, act.
 *
 * <p>Thread-safe as long as no autoscaler is reconciled concurrently with itself.
 */
public final class Reconciler {

  private final DecisionMaker decisions;
  private final Actuator actuator;
  private final InstantSource clock;

  public Reconciler(DecisionMaker decisions, Actuator actuator, InstantSource clock) {
    this.decisions = decisions;
    this.actuator = actuator;
    this.clock = clock;
  }

  /** Scales the target of an autoscaler to the desired replicas and writes its status. */
  public ReconcileResult reconcile(HorizontalPodAutoscaler hpa) {
    Instant begun = clock.instant();
    return actuator.act(decisions.decide(hpa), begun);
  }

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName autoscaler) {
    actuator.forget(autoscaler);
  }
}
