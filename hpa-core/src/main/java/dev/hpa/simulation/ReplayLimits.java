package dev.hpa.simulation;

import java.util.function.IntPredicate;

/**
 * What a replay may cost. A replay has an object for each pod and a decision for each sync, so that
 * without limits its input determines the memory and the time that it takes. Immutable.
 *
 * @param replicas the most replicas at a time, at least 1
 * @param syncs the most syncs, at least 1
 * @param hasTime whether there is time for another sync with a number of values of metrics of pods,
 *     which is what it takes; called by the thread of the replay
 */
public record ReplayLimits(int replicas, long syncs, IntPredicate hasTime) {

  /** A level of a pod and a metric takes up to 24 bytes while there are more of them. */
  private static final long HEAP_PER_LEVEL = 64;

  /** As many pods as the largest cluster that Kubernetes supports has; no limit of the time. */
  public static final ReplayLimits CLUSTER =
      new ReplayLimits(150_000, Long.MAX_VALUE, pods -> true);

  /**
   * The replicas of {@link #CLUSTER} of which the heap has room for the levels of metrics.
   *
   * @param metrics not negative
   */
  public static int replicasWith(int metrics) {
    long levels = Runtime.getRuntime().maxMemory() / HEAP_PER_LEVEL;
    return Math.toIntExact(Math.min(CLUSTER.replicas(), 1 + levels / Math.max(1, metrics)));
  }

  /**
   * Checks a number of replicas.
   *
   * @throws ReplayLimitException if it is above the limit
   */
  public void requireReplicas(int count) {
    if (count > replicas) {
      throw new ReplayLimitException(
          "replicas: \"%d\" is more than %d, the most that a replay supports; lower minReplicas and maxReplicas"
              .formatted(count, replicas));
    }
  }

  /**
   * Checks a number of syncs.
   *
   * @throws ReplayLimitException if it is above the limit
   */
  void requireSyncs(long count) {
    if (count > syncs) {
      throw new ReplayLimitException(
          "syncs: \"%d\" are more than %d, the most of a replay; use a shorter load or a longer sync period"
              .formatted(count, syncs));
    }
  }

  /**
   * Checks that there is time for another sync.
   *
   * @param pods of the sync
   * @throws ReplayLimitException if there is none
   */
  public void requireTime(int pods) {
    if (!hasTime.test(pods)) {
      throw new ReplayLimitException(
          "replay: takes too long; use a shorter load, fewer replicas or fewer options");
    }
  }
}
