package dev.hpa.core;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.Quantity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole decision with every number and rule on its way, in the order in which they follow from
 * each other. Made by {@link Tracer}, and only for those who ask.
 *
 * @param hpa {@code namespace/name}
 * @param at the time of the decision
 * @param plan what the cycle was about
 * @param replicas what was found; null when the scale could not be read
 * @param pods the pods of the target; null when they were not looked at
 * @param metrics one for each metric of the spec, in order; empty when none was looked at
 * @param recommendation replicas the metrics ask for, before any limit; null when they led nowhere
 * @param stabilization what earlier recommendations made of that; null when they were not asked
 * @param limits what bounds made of that; null when they were not asked
 * @param turn what changed the result after the limits
 */
public record Trace(
    String hpa,
    Instant at,
    CrossVersionObjectReference target,
    Cause plan,
    @Nullable Replicas replicas,
    @Nullable PodSet pods,
    List<Metric> metrics,
    @Nullable Integer recommendation,
    @Nullable Stabilization stabilization,
    @Nullable Limits limits,
    Reasoning.Turn turn,
    Result result) {

  /** What a cycle is about. */
  public enum Cause {
    /** The metrics are measured and followed. */
    MEASURE,
    /** The replicas lie outside the bounds. */
    CLAMP,
    /** Somebody scaled the target to zero. */
    DISABLED,
    /** The target's pods cannot be told. */
    UNSELECTABLE,
    /** The target's scale could not be read. */
    UNREADABLE
  }

  /**
   * @param current {@code spec.replicas} of the scale
   * @param observed {@code status.replicas} of the scale
   */
  public record Replicas(int current, int observed, int min, int max) {}

  /**
   * @param owners the autoscalers whose selectors match any of the pods
   */
  public record PodSet(String selector, int count, List<String> owners) {}

  /**
   * One metric.
   *
   * @param spec as the autoscaler has it
   * @param pods what each pod contributes; null for metrics of one number
   * @param series the values the source gave for a metric of one number; null otherwise
   * @param current what it came to, as the status tells it; null when it failed
   * @param calculation how the proposal came about; null when it failed
   * @param failure null when it did not fail
   * @param chosen whether the recommendation comes from it
   */
  public record Metric(
      MetricSpec spec,
      @Nullable List<PodPart> pods,
      @Nullable List<Quantity> series,
      @Nullable MetricStatus current,
      @Nullable Proposal calculation,
      @Nullable Failure failure,
      boolean chosen) {}

  /**
   * One pod's part in a metric.
   *
   * @param value as measured; null when it was not
   * @param request what utilization is a percentage of; null when there is none
   * @param filledWith the value it counted with in place of a measured one; null when it did not
   */
  public record PodPart(
      String name,
      PodClassification.Group group,
      PodClassification standing,
      @Nullable Quantity value,
      @Nullable Quantity request,
      @Nullable Quantity filledWith) {}

  /**
   * The way from ratio to proposal; {@link Calculation} without the values.
   *
   * @param band the ratios that change nothing
   */
  public record Proposal(
      double ratio,
      @Nullable Double filledRatio,
      Band band,
      int pods,
      Calculation.Rule rule,
      int replicas) {}

  /** A closed interval. */
  public record Band(double from, double to) {}

  /** Reason and message as the event has them. */
  public record Failure(String reason, String message) {}

  /**
   * @param recommendations those of earlier cycles, in no order
   */
  public record Stabilization(
      List<Normalization.Window> windows,
      List<History.Recommendation> recommendations,
      int replicas,
      Normalization.Stabilization effect) {}

  /**
   * @param rate null when nothing was to be changed
   * @param scaleUps changes that were written, in no order
   * @param scaleDowns the same
   */
  public record Limits(
      Normalization.@Nullable RateLimit rate,
      List<History.ScaleEvent> scaleUps,
      List<History.ScaleEvent> scaleDowns,
      int replicas,
      Normalization.Limit effect) {}

  /**
   * What it comes to.
   *
   * @param replicas wanted from now on; null when the cycle ended without a count
   * @param reason the one that decided, in one word
   * @param message the same in words
   * @param conditions as the status has them afterwards
   * @param error what the controller logs; null when nothing went wrong
   */
  public record Result(
      Outcome outcome,
      @Nullable Integer replicas,
      String reason,
      String message,
      List<HpaCondition> conditions,
      List<HpaEvent> events,
      @Nullable String error) {}

  /** The outcomes of KEP-6107. */
  public enum Outcome {
    SCALED_UP,
    SCALED_DOWN,
    NO_SCALE,
    /** A bound or a rate limit changed the result. */
    LIMITED,
    /** Earlier recommendations changed the result. */
    STABILIZED,
    /** Scaling is switched off or paused. */
    SUPPRESSED,
    /** Something failed, and the replicas stay. */
    ERROR_BLOCKED
  }
}
