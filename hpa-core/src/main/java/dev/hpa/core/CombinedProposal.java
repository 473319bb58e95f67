package dev.hpa.core;

import dev.hpa.core.replicas.FloatConversion;
import dev.hpa.core.settings.UpstreamDifferences;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The replica count that the proposals of all metrics combine to.
 *
 * <p>Upstream takes the largest proposal, and the first of equal ones. It starts from 0 and
 * replaces a 0 by any proposal: of [0, 0] the second wins, and [0, -3] gives -3.
 *
 * @param replicas the combined count; 0 if every metric failed
 * @param best the metric that gives the count; null if every metric failed or the count is an
 *     average
 * @param description the source of the count in conditions and events
 * @param firstFailure the first failed metric; null if none failed
 * @param error the error that summarizes the failed metrics; null if none failed
 */
record CombinedProposal(
    int replicas,
    MetricOutcome.@Nullable Proposal best,
    String description,
    MetricOutcome.@Nullable Failed firstFailure,
    @Nullable String error) {

  static CombinedProposal of(List<MetricOutcome> outcomes, UpstreamDifferences.Aggregation how) {
    List<MetricOutcome.Proposal> proposals = new ArrayList<>(outcomes.size());
    MetricOutcome.Failed first = null;
    for (MetricOutcome each : outcomes) {
      if (each instanceof MetricOutcome.Proposal proposal) {
        proposals.add(proposal);
      } else if (first == null && each instanceof MetricOutcome.Failed failed) {
        first = failed;
      }
    }
    String error =
        first == null
            ? null
            : "invalid metrics (%d invalid out of %d), first error is: %s"
                .formatted(outcomes.size() - proposals.size(), outcomes.size(), first.error());
    if (how == UpstreamDifferences.Aggregation.AVERAGE && proposals.size() > 1) {
      return new CombinedProposal(
          average(proposals),
          null,
          "the average of " + proposals.size() + " metrics",
          first,
          error);
    }
    MetricOutcome.Proposal best =
        how == UpstreamDifferences.Aggregation.MINIMUM ? smallest(proposals) : largest(proposals);
    return new CombinedProposal(
        best == null ? 0 : best.replicas(),
        best,
        best == null ? "" : best.description(),
        first,
        error);
  }

  private static MetricOutcome.@Nullable Proposal largest(List<MetricOutcome.Proposal> proposals) {
    MetricOutcome.Proposal best = null;
    for (MetricOutcome.Proposal each : proposals) {
      if (best == null || best.replicas() == 0 || each.replicas() > best.replicas()) {
        best = each;
      }
    }
    return best;
  }

  private static MetricOutcome.@Nullable Proposal smallest(List<MetricOutcome.Proposal> proposals) {
    MetricOutcome.Proposal best = null;
    for (MetricOutcome.Proposal each : proposals) {
      if (best == null || each.replicas() < best.replicas()) {
        best = each;
      }
    }
    return best;
  }

  private static int average(List<MetricOutcome.Proposal> proposals) {
    return FloatConversion.ceilToInt(
        proposals.stream().mapToInt(MetricOutcome.Proposal::replicas).average().orElse(0));
  }

  /** Whether a failed metric might have prevented the change, so that the replicas stay. */
  boolean isBlockedByFailure(int current, UpstreamDifferences.Aggregation how) {
    return error != null
        && switch (how) {
          case MAXIMUM -> replicas < current;
          case MINIMUM -> replicas > current;
          case AVERAGE -> replicas != current;
        };
  }
}
