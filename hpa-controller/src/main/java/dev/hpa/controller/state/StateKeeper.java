package dev.hpa.controller.state;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import java.util.Optional;

/**
 * Keeps the state of autoscalers across restarts and hand-overs. Thread-safe.
 *
 * <p>The holder of the Lease of a shard calls {@link #load} before the first reconcile of its
 * namespaces, and {@link #release} after the last one, before it releases the Lease. In between the
 * state is saved periodically. No method throws: decisions continue without state. Methods that are
 * not overridden keep nothing.
 */
public interface StateKeeper extends AutoCloseable {

  /** Keeps no state, as upstream. */
  StateKeeper NONE = new StateKeeper() {};

  /**
   * Loads the checkpoint of a shard and saves the shard periodically from now on. Blocks while the
   * API server is read, with retries for at most 10 s.
   *
   * @throws InterruptedException if the thread is interrupted; the shard is not loaded
   */
  default void load(Shard shard) throws InterruptedException {}

  /** Saves a loaded shard now if its state has changed. Blocks for a bounded time. */
  default void save(Shard shard) {}

  /**
   * Saves a loaded shard a last time and forgets it. Call it after the last reconcile of the shard,
   * while its autoscalers are cached and its Lease is held. Blocks for a bounded time.
   */
  default void release(Shard shard) {}

  /** Restores the state of an autoscaler if it was loaded; called before each reconcile. */
  default void restore(HorizontalPodAutoscaler hpa) {}

  /** Forgets what was loaded of a deleted autoscaler. */
  default void forget(NamespacedName autoscaler) {}

  /** The checkpoints of what decisions depend on; empty if no state is kept. */
  default Optional<CheckpointKeeper> checkpoints() {
    return Optional.empty();
  }

  /** Saves all loaded shards a last time, within a bounded time. */
  @Override
  default void close() {}
}
