package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  public Duration interval(Duration syncPeriod) {
    return syncPeriod;
  }

  @Override
  public void start() {
    // Reconciles depend only on the caches.
  }

  @Override
  public boolean seen(@Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    return false;
  }

  @Override
  public List<ReconcileResult> sync(HorizontalPodAutoscaler hpa) {
    restore.accept(hpa);
    return List.of(reconciler.reconcile(hpa));
  }

  @Override
  public void forget(NamespacedName key) {
    forget.accept(key);
    reconciler.forget(key);
  }

  @Override
  public void close() {
    // No resources to close.
  }
}
