package dev.hpa.controller.state;

import java.time.Duration;

/**
 * Which state is saved, and under which names. Immutable.
 *
 * @param namespace the namespace of the ConfigMaps: that of the Lease
 * @param lease the name of the Lease, with which the names of the ConfigMaps begin
 * @param identity identifies this process and run in checkpoints, as in the Lease
 * @param kind what is saved
 */
public record StateSettings(
    StateOptions options, String namespace, String lease, String identity, CheckpointKind kind) {

  private static final Duration HISTORY_INTERVAL = Duration.ofMinutes(5);

  /** Nothing is saved. */
  public static final StateSettings NONE = new StateSettings(StateOptions.DEFAULTS, "", "", "");

  /** The settings of the state that decisions depend on. */
  public StateSettings(StateOptions options, String namespace, String lease, String identity) {
    this(options, namespace, lease, identity, CheckpointKind.STATE);
  }

  /** The settings of what the dashboard shows, which changes with each sync. */
  public StateSettings ofHistory() {
    Duration interval = options.interval();
    return new StateSettings(
        new StateOptions(
            options.storage(),
            interval.compareTo(HISTORY_INTERVAL) > 0 ? interval : HISTORY_INTERVAL),
        namespace,
        lease,
        identity,
        CheckpointKind.HISTORY);
  }
}
