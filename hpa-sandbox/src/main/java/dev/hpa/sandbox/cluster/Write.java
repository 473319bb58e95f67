package dev.hpa.sandbox.cluster;

import dev.hpa.sandbox.fields.Manager;

/**
 * Who writes, and whether it is meant.
 *
 * @param manager names fields in the version of the request
 * @param dryRun whether nothing is to be changed
 */
public record Write(Manager manager, boolean dryRun) {

  private static final String CONTROLLERS = "kube-controller-manager";

  /** By the controllers of the sandbox itself. */
  static Write ofControllers(ResourceType type, String subresource, boolean dryRun) {
    return new Write(
        new Manager(CONTROLLERS, false, type.storedVersion().apiVersion(), subresource), dryRun);
  }
}
