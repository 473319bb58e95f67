package dev.hpa.benchmarks.failover;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fault did to the autoscalers that its replica had decided last.
 *
 * @param atSeconds time since the first fault
 * @param affected number of these autoscalers
 * @param decidedAgain number of those decided again until the replica was back
 * @param undecided time beyond the sync period in which an autoscaler was not decided, in s; null
 *     if none was decided again
 */
record FaultFigures(
    FaultKind fault,
    String replica,
    double atSeconds,
    int affected,
    int decidedAgain,
    @Nullable Undecided undecided) {

  /** Median and longest, in s. */
  record Undecided(double median, double longest) {}

  static FaultFigures of(
      FailoverPlan plan, Fault fault, DecisionHistory history, Instant firstFault) {
    List<DecisionHistory.Takeover> takeovers =
        history.takeovers(fault.replica(), fault.at(), fault.repaired());
    List<Double> seconds =
        takeovers.stream().map(each -> beyond(each.gap(), plan.period())).sorted().toList();
    return new FaultFigures(
        fault.kind(),
        fault.replica(),
        Duration.between(firstFault, fault.at()).toMillis() / 1e3,
        history.affected(fault.replica(), fault.at()),
        takeovers.size(),
        seconds.isEmpty()
            ? null
            : new Undecided(seconds.get(seconds.size() / 2), seconds.getLast()));
  }

  private static double beyond(Duration gap, Duration period) {
    return Math.max(0, gap.minus(period).toMillis() / 1e3);
  }

  /** A fault of a run. */
  record Fault(FaultKind kind, String replica, Instant at, Instant repaired) {}
}
