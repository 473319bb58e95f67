package dev.hpa.controller.state;

/**
 * Which state is saved, and under which names. Immutable.
 *
 * @param namespace the namespace of the ConfigMaps: that of the Lease
 * @param lease the name of the Lease, with which the names of the ConfigMaps begin
 * @param identity identifies this process and run in checkpoints, as in the Lease
 */
public record StateSettings(StateOptions options, String namespace, String lease, String identity) {

  /** Nothing is saved. */
  public static final StateSettings NONE = new StateSettings(StateOptions.DEFAULTS, "", "", "");
}
