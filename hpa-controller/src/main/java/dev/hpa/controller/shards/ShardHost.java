package dev.hpa.controller.shards;

/**
 * What a replica does with its shards: caches, reconciles and state. The methods return at once;
 * the coordinator asks for the results later. Called by one thread.
 */
public interface ShardHost {

  /** Fills the caches for a shard that this replica is about to take. */
  void prepare(Shard shard);

  /** Whether the caches have all objects of a shard since {@link #prepare}. */
  boolean isPrepared(Shard shard);

  /**
   * Loads the state of a shard and begins its reconciles: this replica holds its Lease. After
   * {@link #stop} too, if the shard is not handed over.
   */
  void start(Shard shard);

  /** Ends the reconciles and the writes of a shard, then saves its state, for a hand-over. */
  void stop(Shard shard);

  /** Whether {@link #stop} has ended. */
  boolean isStopped(Shard shard);

  /** Drops what is kept of a shard, which this replica does not hold and does not take. */
  void drop(Shard shard);
}
