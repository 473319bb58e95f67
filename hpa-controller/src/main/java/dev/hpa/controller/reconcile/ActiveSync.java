package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scales targets and writes statuses. */
public final class ActiveSync implements AutoscalerSync {

  private final Reconciler reconciler;

  public ActiveSync(Reconciler reconciler) {
    this.reconciler = reconciler;
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
    return List.of(reconciler.reconcile(hpa));
  }

  @Override
  public void forget(NamespacedName key) {
    reconciler.forget(key);
  }

  @Override
  public void close() {
    // No resources to close.
  }
}
