package dev.hpa.cli.simulate;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latency of a variant by a {@link QueueingModel}.
 *
 * @param attainment share of the requests that have at most the latency of the SLO, from 0 to 1
 * @param worstP90 the highest 90th percentile after a reconcile, in seconds
 */
public record LatencyFigures(double attainment, double worstP90) {

  /**
   * The figures of a timeline.
   *
   * @param model null for none
   */
  static @Nullable LatencyFigures of(@Nullable QueueingModel model, List<Snapshot> moments) {
    if (model == null) {
      return null;
    }
    double requests = 0;
    double within = 0;
    double worst = 0;
    for (int i = 0; i < moments.size(); i++) {
      Snapshot moment = moments.get(i);
      Double demand = moment.demand();
      if (demand == null) {
        continue;
      }
      worst = Math.max(worst, model.p90(demand, moment.ready()));
      if (i + 1 < moments.size()) {
        Duration length = Duration.between(moment.at(), moments.get(i + 1).at());
        double part = demand * length.toNanos() / 1e9;
        requests += part;
        within += part * model.attainment(demand, moment.ready());
      }
    }
    return new LatencyFigures(requests == 0 ? 1 : within / requests, worst);
  }
}
