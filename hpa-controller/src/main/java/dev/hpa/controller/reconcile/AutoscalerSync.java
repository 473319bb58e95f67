package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Syncs autoscalers for the loop: {@link ActiveSync} scales their targets, shadow mode compares
 * decisions with those of another controller.
 *
 * <p>Thread-safe; the loop never syncs an autoscaler concurrently with itself.
 */
public interface AutoscalerSync extends AutoCloseable {

  /**
   * The schedule of syncs.
   *
   * @param syncPeriod the sync period of the controller that scales
   */
  Duration interval(Duration syncPeriod);

  /** Called when the loop starts, with filled caches. */
  void start();

  /**
   * Called when the watch delivers an autoscaler, before the cache is updated. Must return quickly.
   *
   * @param before the cached object; null if it is new
   * @return whether to sync it immediately instead of after the period
   */
  boolean seen(@Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after);

  /**
   * Syncs an autoscaler that is due.
   *
   * @return the reconciles performed, in order; may be empty
   */
  List<ReconcileResult> sync(HorizontalPodAutoscaler hpa);

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName key);

  /** Called when the loop has ended. */
  @Override
  void close();
}
