package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.SyncMemory;
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
   * @param memory for what the sync holds
   * @param ended receives the result of each reconcile performed, on the calling thread
   * @throws dev.hpa.controller.queue.DeferredSyncException if others use the memory
   */
  void sync(HorizontalPodAutoscaler hpa, SyncMemory memory, Consumer<ReconcileResult> ended);

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName key);
}
