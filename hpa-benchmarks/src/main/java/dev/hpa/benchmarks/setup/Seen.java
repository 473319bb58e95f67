package dev.hpa.benchmarks.setup;

import dev.hpa.sandbox.server.TrafficMetrics;
import java.util.List;

/**
 * What was seen in a sandbox since the last look.
 *
 * @param atMillis the time of the look, since the epoch
 * @param decided how many autoscalers had their status written, each once
 * @param unread how many autoscalers have a status that misses a metric, at the time of the look
 * @param firstMillis when autoscalers had their status written for the first time, since the epoch
 * @param gapMillis from one write of an autoscaler's status to the next, ascending
 * @param hungGapMillis the same of those that wait for the hung source
 * @param requests what went over the wire
 */
public record Seen(
    long atMillis,
    int decided,
    int unread,
    List<Long> firstMillis,
    List<Integer> gapMillis,
    List<Integer> hungGapMillis,
    List<Requests> requests) {

  /** Requests of one kind, and the bytes of their bodies. */
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
