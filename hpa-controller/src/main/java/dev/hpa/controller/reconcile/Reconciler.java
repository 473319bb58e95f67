package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.SyncMemory;
import java.util.function.Consumer;

/**
 * Reconciles an autoscaler: plan, read, decide, act.
 *
 * <p>Thread-safe as long as no autoscaler is reconciled concurrently with itself.
 */
public final class Reconciler {

  private final DecisionMaker decisions;
  private final Actuator actuator;
  private final Consumer<Decided> beforeWrites;

  public Reconciler(DecisionMaker decisions, Actuator actuator) {
    this(decisions, actuator, decided -> {});
  }

  /**
   * @param beforeWrites receives each decision before anything of it is written
   */
  Reconciler(DecisionMaker decisions, Actuator actuator, Consumer<Decided> beforeWrites) {
    this.decisions = decisions;
    this.actuator = actuator;
    this.beforeWrites = beforeWrites;
  }

  /** Scales the target of an autoscaler to the desired replicas and writes its status. */
  public ReconcileResult reconcile(HorizontalPodAutoscaler hpa, SyncMemory memory) {
    Decided decided = decisions.decide(hpa, memory);
    beforeWrites.accept(decided);
    return actuator.act(decided);
  }

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName autoscaler) {
    actuator.forget(autoscaler);
  }
}
