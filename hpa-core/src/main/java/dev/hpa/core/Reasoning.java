package dev.hpa.core;

import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.settings.UpstreamDifferences;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metrics and rules that a decision results from.
 *
 * @param metrics the outcome of each metric of the spec, in order; empty if no metric was evaluated
 * @param computed the replicas computed from the proposals; null if no metric gave one
 */
public record Reasoning(List<MetricOutcome> metrics, @Nullable ComputedReplicas computed) {

  static final Reasoning NONE = new Reasoning(List.of(), null);

  /**
   * A proposal that was computed.
   *
   * @param chosen the metric that determines the recommendation; null if it combines several
   * @param recommendation replicas computed from the metrics, before stabilization and limits
   * @param normalization the recommendation after stabilization and limits
   * @param adjustment the rule that changed the replicas after normalization
   */
  public record ComputedReplicas(
      MetricOutcome.@Nullable Proposal chosen,
      int recommendation,
      Normalization normalization,
      Adjustment adjustment) {}

  /** Rules that apply after stabilization and limits. */
  public enum Adjustment {
    NONE("", "", ""),
    /** A target scaled from zero gets at least minReplicas, which was raised meanwhile. */
    RAISED_TO_MINIMUM(
        "", "Scaled from zero: the result is raised to minReplicas.", "raised to minReplicas"),
    /** A forbidden window of {@link UpstreamDifferences} prevents the change. */
    FORBIDDEN_WINDOW(
        HpaCondition.ABLE_TO_SCALE,
        "The last scale event is within the forbidden window; the replicas stay.",
        "the forbidden window has not ended"),
    /** The mode {@code ScaleUpOnly} holds a scale-down. */
    SCALE_UP_ONLY(
        HpaCondition.SCALING_LIMITED,
        "The mode is ScaleUpOnly; the replicas stay.",
        "the mode is ScaleUpOnly"),
    /** The option {@code min-ready} holds a scale-down. */
    MIN_READY(
        HpaCondition.SCALING_LIMITED,
        "Too few pods are ready for a scale-down; the replicas stay.",
        "too few pods are ready for a scale-down"),
    /** The mode {@code Paused} leaves the target unchanged. */
    PAUSED(
        HpaCondition.SCALING_ACTIVE,
        "The mode is Paused; the replicas stay.",
        "the mode is Paused");

    private final String condition;
    private final String sentence;
    private final String phrase;

    Adjustment(String condition, String sentence, String phrase) {
      this.condition = condition;
      this.sentence = sentence;
      this.phrase = phrase;
    }

    /**
     * The type of the condition that has the reason why the replicas stay; empty if they change.
     */
    String condition() {
      return condition;
    }

    /** The effect as a sentence; empty for none. */
    public String sentence() {
      return sentence;
    }

    /** The effect as a part of a sentence; empty for none. */
    public String phrase() {
      return phrase;
    }
  }
}
