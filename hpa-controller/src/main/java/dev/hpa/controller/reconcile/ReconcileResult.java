package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Observation;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.Tracer;
import dev.hpa.core.options.Mode;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reconcile: what was observed, decided and written.
 *
 * @param observation the input of the decision
 * @param target the scale as it was read; null if it could not be read
 * @param conclusion the conclusion of the decision; if nothing was written, the one after a
 *     successful write of the scale
 * @param at the time of the decision
 * @param readTime the duration of the metric reads and the decision
 * @param duration the duration of the reconcile
 * @param writes the writes
 * @param error why the reconcile failed; null if it did not
 */
public record ReconcileResult(
    Observation observation,
    @Nullable TargetScale target,
    Decision decision,
    Conclusion conclusion,
    Instant at,
    Duration readTime,
    Duration duration,
    Writes writes,
    @Nullable String error) {

  /**
   * The writes of a reconcile.
   *
   * @param replicas replicas written to the scale; null if the scale was not written
   * @param requests the number of requests that wrote the scale, and read it again after failures
   * @param statusRevision the resource version of the written status, empty if it is not known;
   *     null if the status was not written
   * @param statusError why the status could not be written; null if it was, or did not have to be
   * @param events the events sent
   */
  public record Writes(
      @Nullable Integer replicas,
      int requests,
      @Nullable String statusRevision,
      @Nullable String statusError,
      List<HpaEvent> events) {

    /** No writes. */
    public static final Writes NONE = new Writes(null, 0, null, null, List.of());
  }

  /** The result of a decision of which nothing was written. */
  static ReconcileResult of(Decided decided, Conclusion conclusion) {
    return new ReconcileResult(
        decided.observation(),
        decided.target(),
        decided.decision(),
        conclusion,
        decided.observation().now(),
        decided.readTime(),
        decided.duration(),
        Writes.NONE,
        conclusion.error());
  }

  /** The autoscaler at the start of the reconcile. */
  public HorizontalPodAutoscaler hpa() {
    return observation.hpa();
  }

  /** The input of the decision; null if the scale could not be read. */
  public @Nullable Situation situation() {
    return observation instanceof Situation situation ? situation : null;
  }

  /** Replicas written to the scale; null if it was not written. */
  public @Nullable Integer scaledTo() {
    return writes.replicas();
  }

  /** The resource version of the written status, empty if unknown; null if it was not written. */
  public @Nullable String statusRevision() {
    return writes.statusRevision();
  }

  /** Whether the status was written. */
  public boolean statusWritten() {
    return writes.statusRevision() != null;
  }

  /** The events sent. */
  public List<HpaEvent> events() {
    return writes.events();
  }

  /** The replicas of the target when the reconcile began; null if its scale could not be read. */
  public @Nullable Integer currentReplicas() {
    return target == null ? null : Integer.valueOf(target.scale().specReplicas());
  }

  /**
   * The replicas that the mode {@code DryRun} withholds, minus the current ones; 0 if the target
   * would keep its replicas, null in any other mode.
   */
  public @Nullable Integer withheldDifference() {
    Situation situation = situation();
    if (situation == null || situation.options().modeAt(situation.now()) != Mode.DRY_RUN) {
      return null;
    }
    return decision instanceof Decision.Ended ended && ended.withheld() != null
        ? ended.withheld() - situation.scale().specReplicas()
        : 0;
  }

  /** The status the decision leads to. */
  public HpaStatus status() {
    return conclusion.status();
  }

  /** The explanation of the decision; computed on each call. */
  public Trace trace() {
    return Tracer.trace(observation, decision, conclusion);
  }
}
