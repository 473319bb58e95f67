package dev.hpa.sandbox.cluster;

import dev.hpa.sandbox.fields.Manager;

/**
 * The manager of a write, and whether it is a dry run.
 *
 * @param manager its apiVersion is the version of the request
 * @param dryRun whether nothing is stored
 */
public record Write(Manager manager, boolean dryRun) {

  private static final String CONTROLLERS = "kube-controller-manager";

  /** A write by the controllers of the sandbox. */
  static Write ofControllers(ResourceType type, String subresource, boolean dryRun) {
    return new Write(
        new Manager(CONTROLLERS, false, type.storedVersion().apiVersion(), subresource), dryRun);
  }
}
