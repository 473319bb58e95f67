package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.core.Conclusion;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Trace;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one reconcile did.
 *
 * @param proposal what was found and decided
 * @param at when it was decided
 * @param took all of it
 * @param scaledTo replicas written; null when none were
 * @param conclusion what the decision ended with
 * @param statusRevision the revision its status was written as, empty when that is not known; null
 *     when it was not written
 * @param events all that were sent
 * @param error what went wrong; null when nothing did
 */
public record ReconcileResult(
    Proposal proposal,
    Instant at,
    Duration took,
    @Nullable Integer scaledTo,
    Conclusion conclusion,
    @Nullable String statusRevision,
    List<HpaEvent> events,
    @Nullable String error) {

  /** The autoscaler the cycle began with. */
  public HorizontalPodAutoscaler hpa() {
    return proposal.hpa();
  }

  /** Whether the status was written. */
  public boolean statusWritten() {
    return statusRevision != null;
  }

  /** Replicas found; null when the scale could not be read. */
  public @Nullable Integer currentReplicas() {
    TargetScale target = proposal.target();
    return target == null ? null : Integer.valueOf(target.scale().specReplicas());
  }

  /** The status as it is now meant to be. */
  public HpaStatus status() {
    return conclusion.status();
  }

  /** How the decision came about, put together on each call. */
  public Trace trace() {
    return proposal.trace(conclusion, at);
  }
}
