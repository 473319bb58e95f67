package dev.hpa.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proposals of all metrics taken together.
 *
 * <p>Upstream takes the largest, the first of equal ones. It starts from zero and lets any proposal
 * replace a zero, so that of [0, 0] the second counts and [0, -3] is -3.
 *
 * @param replicas the count; 0 when every metric failed
 * @param best the metric the count comes from; null when every metric failed or when it is a mean
 * @param description how conditions and events name where the count comes from
 * @param firstFailure null when none failed
 * @param error the text about the failed metrics; null when none failed
 */
record Aggregate(
    int replicas,
    MetricOutcome.@Nullable Proposed best,
    String description,
    MetricOutcome.@Nullable Failed firstFailure,
    @Nullable String error) {

  static Aggregate of(List<MetricOutcome> outcomes, Differences.Aggregation how) {
    List<MetricOutcome.Proposed> proposals =
        outcomes.stream()
            .filter(MetricOutcome.Proposed.class::isInstance)
            .map(MetricOutcome.Proposed.class::cast)
            .toList();
    MetricOutcome.Failed first =
        outcomes.stream()
            .filter(MetricOutcome.Failed.class::isInstance)
            .map(MetricOutcome.Failed.class::cast)
            .findFirst()
            .orElse(null);
    String error =
        first == null
            ? null
            : "invalid metrics (%d invalid out of %d), first error is: %s"
                .formatted(outcomes.size() - proposals.size(), outcomes.size(), first.error());
    if (how == Differences.Aggregation.AVERAGE && proposals.size() > 1) {
      return new Aggregate(
          mean(proposals), null, "the average of " + proposals.size() + " metrics", first, error);
    }
    MetricOutcome.Proposed best =
        how == Differences.Aggregation.MINIMUM ? smallest(proposals) : largest(proposals);
    return new Aggregate(
        best == null ? 0 : best.replicas(),
        best,
        best == null ? "" : best.description(),
        first,
        error);
  }

  private static MetricOutcome.@Nullable Proposed largest(List<MetricOutcome.Proposed> proposals) {
    MetricOutcome.Proposed best = null;
    for (MetricOutcome.Proposed each : proposals) {
      if (best == null || best.replicas() == 0 || each.replicas() > best.replicas()) {
        best = each;
      }
    }
    return best;
  }

  private static MetricOutcome.@Nullable Proposed smallest(List<MetricOutcome.Proposed> proposals) {
    MetricOutcome.Proposed best = null;
    for (MetricOutcome.Proposed each : proposals) {
      if (best == null || each.replicas() < best.replicas()) {
        best = each;
      }
    }
    return best;
  }

  private static int mean(List<MetricOutcome.Proposed> proposals) {
    return Floats.ceilToInt(
        proposals.stream().mapToInt(MetricOutcome.Proposed::replicas).average().orElse(0));
  }

  /** Whether the failed metrics, had they spoken, might have prevented the change. */
  boolean isInDoubt(int current, Differences.Aggregation how) {
    return error != null
        && switch (how) {
          case MAXIMUM -> replicas < current;
          case MINIMUM -> replicas > current;
          case AVERAGE -> replicas != current;
        };
  }
}
