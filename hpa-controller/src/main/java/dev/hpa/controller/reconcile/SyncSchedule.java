package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/** The schedule of syncs. */
sealed interface SyncSchedule permits FixedInterval, NamespaceStagger {

  /** The time until the next sync of an autoscaler of a namespace. */
  Duration next(String namespace, Instant now);

  /** Whether the first syncs after a start are scheduled when the caches are filled. */
  boolean awaitsCaches();

  /**
   * The time until the first sync of an autoscaler of the first list.
   *
   * @param start the start from which the first period counts
   * @param now when the autoscaler is scheduled: as soon as it is received, or when the caches are
   *     filled if the schedule {@linkplain #awaitsCaches awaits} that
   */
  Duration first(String namespace, Instant start, Instant now);
}
