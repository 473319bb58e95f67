package dev.hpa.controller.shards;

import java.util.Map;
import java.util.Set;

/**
 * Which replica should hold which shard now. Immutable.
 *
 * @param plan the identities of replicas, by shard
 * @param others the other live replicas, with the shards they are ready for
 */
record Assignment(Map<Integer, String> plan, Map<String, Set<Integer>> others) {

  /** The replica that should hold a shard; empty if there is none. */
  String taker(Shard shard) {
    return plan.getOrDefault(shard.index(), "");
  }

  /** Whether another replica is alive. */
  boolean isLive(String other) {
    return others.containsKey(other);
  }

  /** Whether the caches of another replica are filled for a shard. */
  boolean isReady(String other, Shard shard) {
    return others.getOrDefault(other, Set.of()).contains(shard.index());
  }
}
