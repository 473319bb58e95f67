package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the loop does with an autoscaler: {@link ActiveSync} scales its target, shadow mode compares
 * decisions with those of another controller.
 *
 * <p>Thread-safe; the loop never syncs one autoscaler twice at a time.
 */
public interface AutoscalerSync extends AutoCloseable {

  /**
   * How long after a sync of an autoscaler the next is due.
   *
   * @param syncPeriod the sync period of the controller that scales
   */
  Duration interval(Duration syncPeriod);

  /** The loop starts; its caches are full. */
  void start();

  /**
   * The watch delivers an autoscaler, before it enters the cache. Must return quickly.
   *
   * @param before the object as it was known; null for one that was not
   * @return whether it is due for a sync at once instead of after the period
   */
  boolean seen(@Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after);

  /**
   * Syncs an autoscaler that is due.
   *
   * @return the reconciles this took, in their order; empty if none was needed
   */
  List<ReconcileResult> sync(HorizontalPodAutoscaler hpa);

  /** Forgets a deleted autoscaler, by {@code namespace/name}. */
  void forget(String key);

  /** The loop has ended. */
  @Override
  void close();
}
