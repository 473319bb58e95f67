package dev.hpa.sandbox.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The options of a deletion.
 *
 * @param uid precondition: the uid of the object
 * @param resourceVersion precondition: the resource version of the object
 * @param gracePeriodSeconds for pods, in seconds; null for the pod's {@code
 *     terminationGracePeriodSeconds}
 */
public record DeleteOptions(
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable Long gracePeriodSeconds,
    Propagation propagation,
    boolean dryRun) {

  /** The propagation policy for dependents. */
  public enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  public static final DeleteOptions DEFAULT =
      new DeleteOptions(null, null, null, Propagation.BACKGROUND, false);
}
