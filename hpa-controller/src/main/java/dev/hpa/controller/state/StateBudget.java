package dev.hpa.controller.state;

import dev.hpa.controller.shards.Shard;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;

/**
 * The memory that a loaded checkpoint may take, in bytes: a small compressed text may have a large
 * content. Not thread-safe.
 */
final class StateBudget {

  private final long limit;
  private long left;

  /**
   * @param limit at least 1
   */
  StateBudget(long limit) {
    this.limit = limit;
    this.left = limit;
  }

  /** The budget of a shard, relative to the heap. */
  static StateBudget of(Shard shard) {
    return new StateBudget(MemoryPool.ofHeap().size(MemoryPart.STATE) / shard.count());
  }

  /** The whole budget; no text is larger, because what it becomes takes at least as much. */
  long limit() {
    return limit;
  }

  /** Takes a part; returns whether there was as much. */
  boolean take(long bytes) {
    left -= bytes;
    return left >= 0;
  }
}
