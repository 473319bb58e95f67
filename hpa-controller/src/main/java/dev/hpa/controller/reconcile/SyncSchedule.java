package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/** When autoscalers are synced. */
sealed interface SyncSchedule permits FixedInterval, NamespaceStagger {

  /** The time until the next sync of an autoscaler of a namespace. */
  Duration next(String namespace, Instant now);

  /** Whether the first syncs after a start are scheduled when the caches are filled. */
  boolean awaitsCaches();

  /**
   * The time until the first sync of an autoscaler that was known when the caches were filled.
   *
   * @param start when this process began to fill its caches
   * @param now when they were filled
   */
  Duration first(String namespace, Instant start, Instant now);
}
