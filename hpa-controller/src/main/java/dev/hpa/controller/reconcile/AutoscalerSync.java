package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.util.function.Consumer;

/**
 * Syncs autoscalers for the loop: {@link ActiveSync} scales their targets, shadow mode compares
 * decisions with those of another controller.
 *
 * <p>Thread-safe; the loop never syncs an autoscaler concurrently with itself.
 */
public interface AutoscalerSync {

  /**
   * Syncs an autoscaler that is due.
   *
   * @param ended receives the result of each reconcile performed, on the calling thread
   */
  void sync(HorizontalPodAutoscaler hpa, Consumer<ReconcileResult> ended);

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName key);
}
