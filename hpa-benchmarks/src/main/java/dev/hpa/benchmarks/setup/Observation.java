package dev.hpa.benchmarks.setup;

import dev.hpa.sandbox.server.TrafficMetrics;
import java.util.List;

/**
 * Requests and status writes in a sandbox since the previous observation.
 *
 * @param atMillis time of the observation, in ms since the epoch
 * @param decided number of autoscalers whose status was written
 * @param missingMetric number of autoscalers whose status lacks a metric at {@code atMillis}
 * @param firstMillis times of the first status write of an autoscaler, in ms since the epoch
 * @param gapMillis times between two status writes of an autoscaler in ms, ascending
 * @param hungGapMillis {@code gapMillis} of the autoscalers that use the hung source
 * @param requests requests by verb and resource
 */
public record Observation(
    long atMillis,
    int decided,
    int missingMetric,
    List<Long> firstMillis,
    List<Integer> gapMillis,
    List<Integer> hungGapMillis,
    List<Requests> requests) {

  /** Requests of one verb and resource, and the size of their bodies. */
  public record Requests(
      String verb, String resource, long count, long receivedBytes, long sentBytes) {

    static Requests of(
        TrafficMetrics.Kind kind, TrafficMetrics.Count before, TrafficMetrics.Count after) {
      return new Requests(
          kind.verb(),
          kind.resource(),
          after.requests() - before.requests(),
          after.receivedBytes() - before.receivedBytes(),
          after.sentBytes() - before.sentBytes());
    }

    boolean isAny() {
      return count > 0 || sentBytes > 0;
    }
  }
}
