package dev.hpa.app.controller;

import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.List;

/** Answers the queries of a plan; blocks until all are answered or given up. */
@FunctionalInterface
public interface MetricReader {
  /** One result for each query, in their order. */
  List<MetricResult> read(List<MetricQuery> queries);
}
