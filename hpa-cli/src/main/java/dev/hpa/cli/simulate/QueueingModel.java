package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The latency of requests from the utilization of the pods. Requests arrive independently of each
 * other, each ready pod gets the same share of them and serves some at once, the others wait in its
 * queue (M/M/c). The demand is in requests per second.
 *
 * <p>A longer latency than {@link #MAX_SERVICE_TIMES} service times is reported as that: queues do
 * not grow over time, because clients give up.
 *
 * @param serviceSeconds mean time of a request without waiting; positive
 * @param concurrency requests that a pod serves at once, at least 1
 * @param sloSeconds the latency that requests should have at most
 * @param metric name of the Object or External metric that is the 90th percentile in seconds; null
 *     for none
 */
record QueueingModel(
    double serviceSeconds, int concurrency, double sloSeconds, @Nullable String metric) {

  /** The longest latency, in service times. */
  static final double MAX_SERVICE_TIMES = 100;

  private static final double QUANTILE = 0.9;

  /** The requests per second that a pod can serve. */
  double capacityPerPod() {
    return concurrency / serviceSeconds;
  }

  /** Whether a metric is the latency of this model. */
  boolean drives(String name) {
    return name.equals(metric);
  }

  /**
   * The 90th percentile of the latency, in seconds.
   *
   * @param demand in requests per second
   * @param ready ready pods
   */
  double p90(double demand, int ready) {
    if (demand <= 0) {
      return serviceSeconds;
    }
    double utilization = utilization(demand, ready);
    if (utilization >= 1) {
      return MAX_SERVICE_TIMES * serviceSeconds;
    }
    double waiting =
        Math.log(waiting(utilization) / (1 - QUANTILE)) / (capacityPerPod() * (1 - utilization));
    return Math.min(MAX_SERVICE_TIMES * serviceSeconds, serviceSeconds + Math.max(0, waiting));
  }

  /** The share of the requests that have at most the latency of the SLO, from 0 to 1. */
  double attainment(double demand, int ready) {
    double utilization = utilization(demand, ready);
    double left = sloSeconds - serviceSeconds;
    if (left < 0 || utilization >= 1) {
      return demand <= 0 && left >= 0 ? 1 : 0;
    }
    return 1 - waiting(utilization) * Math.exp(-capacityPerPod() * (1 - utilization) * left);
  }

  private double utilization(double demand, int ready) {
    return ready == 0
        ? (demand > 0 ? Double.POSITIVE_INFINITY : 0)
        : demand / (ready * capacityPerPod());
  }

  /** The share of the requests that wait: Erlang's C formula, by recursion of his B formula. */
  private double waiting(double utilization) {
    double load = utilization * concurrency;
    double blocked = 1;
    for (int servers = 1; servers <= concurrency; servers++) {
      blocked = load * blocked / (servers + load * blocked);
    }
    return blocked / (1 - utilization * (1 - blocked));
  }

  /** The model as a phrase. */
  String text() {
    return "a pod serves %d request%s at once, each in %s; the SLO is %s"
        .formatted(
            concurrency,
            concurrency == 1 ? "" : "s",
            duration(serviceSeconds),
            duration(sloSeconds));
  }

  private static String duration(double seconds) {
    return GoDuration.format(Duration.ofNanos(Math.round(seconds * 1e9)));
  }
}
