package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import org.jspecify.annotations.Nullable;

/** Sees what the loop watches. Thread-safe. */
public interface LoopObserver {

  /** Sees nothing. */
  LoopObserver NONE = new LoopObserver() {};

  /** Called when the loop begins to sync, with filled caches. */
  default void started() {}

  /**
   * Called when the watch delivers an autoscaler, before the cache is updated. Must return quickly.
   *
   * @param before the cached object; null if it is new
   * @return whether to sync it immediately instead of after the period
   */
  default boolean seen(@Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    return false;
  }

  /** Called when the loop has ended. */
  default void ended() {}
}
