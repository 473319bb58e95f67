package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.SyncMemory;
import java.util.function.Consumer;

/** Scales targets and writes statuses. */
public final class ActiveSync implements AutoscalerSync {

  private final Reconciler reconciler;
  private final Consumer<HorizontalPodAutoscaler> restore;
  private final Consumer<NamespacedName> forget;

  /**
   * @param restore restores saved state of an autoscaler; called before each reconcile
   * @param forget forgets saved state of a deleted autoscaler
   */
  public ActiveSync(
      Reconciler reconciler,
      Consumer<HorizontalPodAutoscaler> restore,
      Consumer<NamespacedName> forget) {
    this.reconciler = reconciler;
    this.restore = restore;
    this.forget = forget;
  }

  @Override
  public void sync(
      HorizontalPodAutoscaler hpa, SyncMemory memory, Consumer<ReconcileResult> ended) {
    restore.accept(hpa);
    ended.accept(reconciler.reconcile(hpa, memory));
  }

  @Override
  public void forget(NamespacedName key) {
    forget.accept(key);
    reconciler.forget(key);
  }
}
