package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.List;

/** Answers the queries of a plan; blocks until all are answered or given up. */
@FunctionalInterface
public interface MetricReader {
  /**
   * One result for each query, in their order.
   *
   * @param hpa who asks
   * @throws java.util.concurrent.CancellationException when the program ends before the answers
   *     come
   */
  List<MetricResult> read(HorizontalPodAutoscaler hpa, List<MetricQuery> queries);
}
