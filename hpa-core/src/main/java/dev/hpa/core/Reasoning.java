package dev.hpa.core;

import dev.hpa.core.behavior.Normalization;
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
      Decider.Adjustment adjustment) {}
}
