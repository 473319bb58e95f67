package dev.hpa.core;

/**
 * The outage guard: a scale-down on the word of a metrics provider that has an outage is held. A
 * failed metric needs no rule, because it blocks scale-downs anyway.
 */
final class OutageRule {

  private OutageRule() {}

  /** The outcome of a metric whose provider may have an outage. */
  static MetricOutcome apply(
      Situation situation, Plan.PlannedMetric metric, MetricOutcome outcome) {
    int current = situation.scale().specReplicas();
    return outcome instanceof MetricOutcome.Proposed proposed
            && proposed.replicas() < current
            && situation.context().outages().hold(metric)
        ? new MetricOutcome.Adjusted(
            proposed, current, Decider.ProposalRule.OUTAGE_HOLDS_SCALE_DOWN)
        : outcome;
  }
}
