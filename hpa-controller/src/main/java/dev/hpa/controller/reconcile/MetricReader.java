package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.List;

/** Reads the metrics of a plan; blocks until every query has a result. */
@FunctionalInterface
public interface MetricReader {
  /**
   * One result for each query, in their order.
   *
   * @param hpa the autoscaler whose metrics are read
   * @param memory for the results
   * @throws dev.hpa.controller.queue.DeferredSyncException if others use the memory
   * @throws java.util.concurrent.CancellationException if this process shuts down first
   */
  List<MetricResult> read(
      HorizontalPodAutoscaler hpa, List<MetricQuery> queries, SyncMemory memory);

  /** What a query is sent as, if its provider reports it; empty otherwise. Returns at once. */
  default String describe(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return "";
  }

  /** The longest time that a query waits for others, to share requests with them; zero for none. */
  default Duration longestBatchWindow() {
    return Duration.ZERO;
  }
}
