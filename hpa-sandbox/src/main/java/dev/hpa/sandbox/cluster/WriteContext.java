package dev.hpa.sandbox.cluster;

/**
 * The manager of a write, and whether it is a dry run.
 *
 * @param manager its apiVersion is the version of the request
 * @param dryRun whether nothing is stored
 */
public record WriteContext(FieldManagerId manager, boolean dryRun) {

  private static final String CONTROLLERS = "kube-controller-manager";

  /** A write by the controllers of the sandbox. */
  static WriteContext ofControllers(ResourceType type, String subresource, boolean dryRun) {
    return new WriteContext(
        FieldManagerId.updates(CONTROLLERS, type.storedVersion().apiVersion(), subresource),
        dryRun);
  }
}
