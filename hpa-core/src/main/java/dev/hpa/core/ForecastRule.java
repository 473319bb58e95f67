package dev.hpa.core;

import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.LoadForecast.State;
import dev.hpa.core.replicas.FloatConversion;
import dev.hpa.core.replicas.Thresholds;
import dev.hpa.core.settings.UpstreamDifferences;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The option "forecast": the load that is expected within the horizon proposes replicas by the
 * ordinary calculation, and the greater of this proposal and that of the metric applies. A forecast
 * can therefore only raise the count.
 *
 * <p>A metric that failed has no forecast, and a target with 0 replicas stays there.
 *
 * @param outcomes the outcomes, raised where a forecast proposes more
 * @param forecasts the forecast of each outcome; null where there is none
 */
record ForecastRule(List<MetricOutcome> outcomes, List<@Nullable LoadForecast> forecasts) {

  static ForecastRule apply(Situation situation, List<MetricOutcome> outcomes) {
    if (situation.context().forecasts().metrics().isEmpty()) {
      return new ForecastRule(outcomes, List.of());
    }
    List<MetricOutcome> raised = new ArrayList<>(outcomes.size());
    List<@Nullable LoadForecast> used = new ArrayList<>(outcomes.size());
    List<MetricThresholds> thresholds = MetricThresholds.of(situation);
    for (int i = 0; i < outcomes.size(); i++) {
      LoadForecast forecast = of(situation, i, outcomes.get(i));
      used.add(forecast);
      raised.add(
          forecast == null
              ? outcomes.get(i)
              : raised(
                  situation,
                  i,
                  thresholds.get(i),
                  (MetricOutcome.Proposal) outcomes.get(i),
                  forecast));
    }
    return new ForecastRule(
        isBlocked(situation, raised) && !isBlocked(situation, outcomes)
            ? outcomes
            : List.copyOf(raised),
        used);
  }

  /**
   * Whether a failed metric prevents the change. With another aggregation than the maximum, a
   * raised proposal may cause this, and the replicas would be fewer than without the forecast.
   */
  private static boolean isBlocked(Situation situation, List<MetricOutcome> outcomes) {
    UpstreamDifferences.Aggregation how = situation.settings().differences().aggregation();
    return CombinedProposal.of(outcomes, how)
        .isBlockedByFailure(situation.scale().specReplicas(), how);
  }

  /** The forecast that takes part in the decision about a metric; null if there is none. */
  static @Nullable LoadForecast of(Situation situation, int index, MetricOutcome outcome) {
    boolean isMeasured =
        outcome instanceof MetricOutcome.Proposed
            || outcome instanceof MetricOutcome.Adjusted
            || outcome instanceof MetricOutcome.Raised;
    return isMeasured && situation.scale().specReplicas() > 0
        ? situation.context().forecasts().metrics().get(MetricLoads.key(queried(situation, index)))
        : null;
  }

  private static Plan.Queried queried(Situation situation, int index) {
    return ((MeasuredMetric.Read) situation.metrics().get(index)).metric();
  }

  private static MetricOutcome raised(
      Situation situation,
      int index,
      MetricThresholds of,
      MetricOutcome.Proposal metric,
      LoadForecast forecast) {
    Integer replicas = proposal(situation, index, of, forecast);
    return replicas != null && forecast.state() == State.READY && replicas > metric.replicas()
        ? new MetricOutcome.Raised(metric, replicas)
        : metric;
  }

  /**
   * The replicas for the expected load of the metric at an index; null without one.
   *
   * @param of the thresholds of the metric, which are computed for all metrics together
   */
  static @Nullable Integer proposal(
      Situation situation, int index, MetricThresholds of, LoadForecast forecast) {
    Double load = forecast.load();
    Thresholds thresholds = MetricLoads.thresholds(queried(situation, index), of);
    if (load == null || thresholds.high() <= 0) {
      return null;
    }
    int current = situation.scale().specReplicas();
    double pods = load / thresholds.high();
    if (thresholds.watermark() != null && pods <= current) {
      double atLow = thresholds.low() > 0 ? load / thresholds.low() : current;
      return atLow < current ? ceiling(atLow) : current;
    }
    return thresholds.tolerance().contains(pods / current) ? current : ceiling(pods);
  }

  private static int ceiling(double pods) {
    return FloatConversion.ceilToInt(Math.min(pods, Integer.MAX_VALUE));
  }

  /** Whether any forecast raises a proposal. */
  boolean raises() {
    return outcomes.stream().anyMatch(MetricOutcome.Raised.class::isInstance);
  }

  /** Whether the forecasts are the reason of the combined count. */
  static boolean determines(
      List<MetricOutcome> before,
      CombinedProposal combined,
      UpstreamDifferences.Aggregation aggregation) {
    return combined.replicas() > CombinedProposal.of(before, aggregation).replicas();
  }
}
