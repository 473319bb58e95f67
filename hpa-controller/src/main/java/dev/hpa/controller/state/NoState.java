package dev.hpa.controller.state;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import java.util.Optional;

/** Keeps no state. */
final class NoState implements StateKeeper {

  @Override
  public Optional<CheckpointKeeper> checkpoints() {
    return Optional.empty();
  }

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
