package dev.hpa.benchmarks.failover;

import java.util.List;

/**
 * The result of one controller.
 *
 * @param autoscalers number of autoscalers that were decided
 * @param decisions number of decisions
 * @param writes number of writes of scales and statuses
 * @param longestUndecidedSeconds the longest time beyond the sync period between two decisions of
 *     an autoscaler, in s
 * @param interleaved writes of two replicas that both took themselves to be responsible
 * @param faults the faults, in order
 */
record FailoverOutcome(
    String name,
    int autoscalers,
    long decisions,
    long writes,
    double longestUndecidedSeconds,
    List<String> interleaved,
    List<FaultFigures> faults) {

  /** Whether no writes interleaved and no autoscaler was undecided for too long. */
  boolean isFit(FailoverPlan plan) {
    return interleaved.isEmpty()
        && longestUndecidedSeconds <= plan.longestAllowed().toMillis() / 1e3
        && faults.stream().allMatch(each -> each.decidedAgain() == each.affected());
  }
}
