package dev.hpa.controller.shards;

import dev.hpa.kube.leader.Lease;
import java.time.Duration;

/** Receives what happens to the shards of a replica. Called by one thread. */
public interface ShardListener {

  /** Ignores everything. */
  ShardListener NONE = new ShardListener() {};

  /** From whom a shard was acquired. */
  enum Acquired {
    /** Another replica has released it. */
    RELEASED,
    /** The Lease has expired. */
    EXPIRED,
    /** No replica has held it before, as far as is known. */
    NEW
  }

  /** Why a replica does not hold a shard any more. */
  enum Ended {
    /** Handed over to another replica in running operation. */
    REBALANCED,
    /** Released by a replica that shuts down. */
    SHUTDOWN,
    /** The Lease was not renewed in time, or is held by another process. */
    LOST,
    /** A replica with another number of shards holds a Lease for the same namespaces. */
    CONFLICT
  }

  /** This replica has taken the Lease of a shard. */
  default void acquired(Shard shard, Acquired from, Lease lease) {}

  /**
   * This replica does not hold a shard any more.
   *
   * @param took time since its reconciles were stopped
   */
  default void ended(Shard shard, Ended reason, Duration took) {}
}
