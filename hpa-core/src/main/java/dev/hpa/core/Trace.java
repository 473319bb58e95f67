package dev.hpa.core;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.Quantity;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.PodClassification;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of one decision: its inputs, calculations and rules in the order of their
 * evaluation. Created by {@link Tracer} on request; the JSON form is docs/trace.schema.json.
 * Immutable.
 *
 * @param hpa {@code namespace/name}
 * @param at the time of the decision
 * @param plan what the reconcile does
 * @param replicas the scale and the bounds; null if the scale could not be read
 * @param pods the pods of the target; null if none were selected
 * @param metrics one for each metric of the spec, in order; empty if no metric was evaluated
 * @param recommendation replicas computed from the metrics, before any limit; null if none were
 *     computed
 * @param stabilization the stabilization step; null if it did not run
 * @param limits the rate limits and bounds; null if they were not evaluated
 * @param adjustment the rule that changed the replicas after the limits
 * @param options the options that apply; null without options
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
    Decider.Adjustment adjustment,
    @Nullable Applied options,
    Result result) {

  /** The most pods and series that a trace lists, for all metrics together. */
  public static final int MAX_LISTED = 10_000;

  /**
   * The options that apply.
   *
   * @param values the values, in the order of the keys
   * @param problems one message for each option that is ignored
   * @param mode the mode at this time
   * @param schedules the schedules; null if there are none
   * @param rollout what shows the rollout that is compensated; null if there is none
   * @param drain the pods on cordoned nodes, and how they raise the minimum; null if they do not
   * @param outages the metrics providers with an outage
   * @param firstDeleted the pods that the scale-down deletes first; empty without a scale-down, and
   *     without an order
   */
  public record Applied(
      List<Value> values,
      List<String> problems,
      Mode mode,
      @Nullable Scheduled schedules,
      @Nullable String rollout,
      @Nullable String drain,
      List<String> outages,
      List<String> firstDeleted) {

    /** The value of an option. */
    public record Value(String key, String value, OptionValue.Origin origin) {}

    /**
     * The schedules of the bounds.
     *
     * @param active the names of the active ones; empty if the bounds of the spec apply
     * @param specMin minReplicas of the spec
     * @param specMax maxReplicas of the spec
     * @param wantedMin the minimum that was lowered to the maximum; null if none was
     * @param until when the next schedule begins or ends; null if none does
     */
    public record Scheduled(
        List<String> active,
        int specMin,
        int specMax,
        @Nullable Integer wantedMin,
        @Nullable Instant until) {}
  }

  /** What the reconcile does. */
  public enum Cause {
    /** The metrics are measured and computed. */
    MEASURE,
    /** It sets replicas outside the bounds to the nearer bound. */
    CLAMP,
    /** Nothing: another writer scaled the target to zero. */
    DISABLED,
    /** Nothing: the scale has no usable selector. */
    UNSELECTABLE,
    /** Nothing: the autoscaler was deleted during the reconcile. */
    DELETED,
    /** Nothing: the target's scale could not be read. */
    UNREADABLE
  }

  /**
   * @param current {@code spec.replicas} of the scale
   * @param observed {@code status.replicas} of the scale
   * @param min the least replicas, with those of active schedules
   * @param max the most replicas, with those of active schedules
   */
  public record Replicas(int current, int observed, int min, int max) {}

  /**
   * @param autoscalers the autoscalers that select any of the pods
   * @param ownership how the pods were narrowed down to those that the target owns; null if all
   *     pods of the selector are counted
   */
  public record PodSet(
      String selector, int count, List<String> autoscalers, @Nullable Ownership ownership) {}

  /**
   * One metric.
   *
   * @param spec the entry of {@code spec.metrics}
   * @param pods the value of each pod, and values without a pod, until the trace lists {@link
   *     #MAX_LISTED}; null for Object and External metrics
   * @param omittedPods the numbers of the others by their treatment; null if there are none
   * @param series the values of an Object or External metric, until the trace lists {@link
   *     #MAX_LISTED}; null otherwise
   * @param omittedSeries the number of the others; null if there are none
   * @param current the entry of {@code status.currentMetrics}; null if the metric failed
   * @param calculation the calculation of the proposed replicas; null if the metric failed
   * @param failure the failure; null if the metric did not fail
   * @param change how an option changes the proposal; null if none does
   * @param forecast the forecast of its load; null if there is none
   * @param chosen whether the recommendation comes from it
   */
  public record Metric(
      MetricSpec spec,
      @Nullable List<PodPart> pods,
      @Nullable List<PodCount> omittedPods,
      @Nullable List<Quantity> series,
      @Nullable Integer omittedSeries,
      @Nullable MetricStatus current,
      @Nullable Proposal calculation,
      @Nullable Failure failure,
      @Nullable Change change,
      @Nullable Forecast forecast,
      boolean chosen) {}

  /**
   * The forecast of the load of a metric, which does not depend on the replicas.
   *
   * @param forecaster the name of the forecaster
   * @param load the expected load, in the unit of the target or in percent; null if there is none
   * @param past the recorded loads at the same time in past seasons, the latest first
   * @param replicas the replicas for the expected load; null if there is none
   * @param raises whether the proposal of the metric is raised to them
   */
  public record Forecast(
      String forecaster,
      LoadForecast.State state,
      Instant at,
      @Nullable Double load,
      List<Double> past,
      int samples,
      ForecastError error,
      @Nullable String problem,
      @Nullable Integer replicas,
      boolean raises) {}

  /**
   * A proposal that an option changes.
   *
   * @param replicas the proposed replicas after the change
   */
  public record Change(Decider.ProposalRule rule, int replicas) {}

  /**
   * One pod's part in a metric.
   *
   * @param value the measured value; null if there is none
   * @param request the request, which is the utilization base; null if the target is no utilization
   * @param requestInEffect the request that the pod has until an in-place resize is complete, which
   *     is the utilization base with option {@code request-base=Allocated}; null if it is the same
   * @param overhead the part of the request that is the overhead of the pod; null if there is none
   * @param filledWith the value assumed for the pod; null if none was
   */
  public record PodPart(
      String name,
      PodClassification.Group group,
      PodClassification classification,
      @Nullable Quantity value,
      @Nullable Quantity request,
      @Nullable Quantity requestInEffect,
      @Nullable Quantity overhead,
      @Nullable Quantity filledWith) {}

  /**
   * Pods of a metric that are treated alike.
   *
   * @param filled whether a value was assumed for them
   */
  public record PodCount(
      PodClassification.Group group, PodClassification classification, boolean filled, int count) {}

  /**
   * The calculation of the proposed replicas; {@link Calculation} without the values.
   *
   * @param band the ratios within tolerance
   * @param watermark the watermarks in place of the target; null if there are none
   * @param percentile which value of the pods the ratio is that of, such as {@code max}; null for
   *     their average
   */
  public record Proposal(
      double ratio,
      @Nullable Double filledRatio,
      Band band,
      @Nullable Thresholds watermark,
      @Nullable String percentile,
      int pods,
      Calculation.Rule rule,
      int replicas) {}

  /** The watermarks of a metric, in the unit of its target. */
  public record Thresholds(Quantity low, Quantity high) {}

  /** A closed interval. */
  public record Band(double from, double to) {}

  /** The reason and message of the event. */
  public record Failure(String reason, String message) {}

  /**
   * @param recommendations recommendations of earlier reconciles, unordered
   */
  public record Stabilization(
      List<Normalization.Window> windows,
      List<History.Recommendation> recommendations,
      int replicas,
      Normalization.Stabilization effect) {}

  /**
   * @param rate the rate limit; null if the replicas do not change
   * @param scaleUps scale-ups that were written, unordered
   * @param scaleDowns scale-downs that were written, unordered
   */
  public record Limits(
      Normalization.@Nullable RateLimit rate,
      List<History.ScaleEvent> scaleUps,
      List<History.ScaleEvent> scaleDowns,
      int replicas,
      Normalization.Limit effect) {}

  /**
   * The result of the decision.
   *
   * @param replicas the desired replicas; null if none were computed
   * @param reason the CamelCase reason of the outcome
   * @param message the message of the outcome
   * @param conditions the conditions of the new status
   * @param error the error that the controller logs; null on success
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
    /** Scaling is disabled, or prevented by a forbidden window or a mode. */
    SUPPRESSED,
    /** An error prevents scaling. */
    ERROR_BLOCKED
  }
}
