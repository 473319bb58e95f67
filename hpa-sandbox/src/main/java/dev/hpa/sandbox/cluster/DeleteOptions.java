package dev.hpa.sandbox.cluster;

import org.jspecify.annotations.Nullable;

/**
 * How to delete.
 *
 * @param uid delete only the object with this uid
 * @param resourceVersion delete only this state of the object
 * @param gracePeriodSeconds for pods: how long they may take; the pod's own time when unset
 */
public record DeleteOptions(
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable Long gracePeriodSeconds,
    Propagation propagation,
    boolean dryRun) {

  /** What becomes of the objects the deleted one owns. */
  public enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  public static final DeleteOptions DEFAULT =
      new DeleteOptions(null, null, null, Propagation.BACKGROUND, false);
}
