package dev.hpa.controller.state;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;

/** Keeps no state. */
final class NoState implements StateKeeper {

  @Override
  public void load(Shard shard) {}

  @Override
  public void save(Shard shard) {}

  @Override
  public void release(Shard shard) {}

  @Override
  public void restore(HorizontalPodAutoscaler hpa) {}

  @Override
  public void forget(NamespacedName autoscaler) {}

  @Override
  public void close() {}
}
