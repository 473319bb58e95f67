package dev.hpa.controller.state;

import dev.hpa.controller.shards.Shard;
import java.time.Duration;

/** Receives what happens to the state. Called on the threads that load and save; must not block. */
public interface StateListener {

  /** Ignores everything. */
  StateListener NONE = new StateListener() {};

  /** A shard was saved, or could not be saved. */
  default void saved(Shard shard, SaveResult result, Duration took) {}

  /** A ConfigMap was ignored, for a reason in lower case. */
  default void ignoredCheckpoint(String reason) {}

  /** The state of an autoscaler was restored. */
  default void restored() {}

  /** The state of an autoscaler was ignored, for a reason in lower case. */
  default void ignoredAutoscaler(String reason) {}
}
