package dev.hpa.controller.state;

import java.time.Duration;

/**
 * The settings of the state that survives restarts. Immutable.
 *
 * @param storage where the state is stored
 * @param interval the time between two checkpoints of a shard whose state has changed; at least 1 s
 */
public record StateOptions(StateStorage storage, Duration interval) {

  /** No state, as upstream. */
  public static final StateOptions DEFAULTS =
      new StateOptions(StateStorage.NONE, Duration.ofSeconds(30));

  /** The same settings with another storage. */
  public StateOptions withStorage(StateStorage value) {
    return new StateOptions(value, interval);
  }
}
