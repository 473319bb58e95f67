package dev.hpa.sandbox.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The options of a deletion. Dependents are deleted later, in the background.
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
    boolean dryRun) {

  public static final DeleteOptions DEFAULT = new DeleteOptions(null, null, null, false);
}
