package com.example.hpa.prometheus;

import dev.hpa.spi.MetricFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The response to an instant query. */
sealed interface QueryResult {

  /**
   * The series of the response, in the order of the server; a scalar is a series without labels.
   */
  record Samples(List<Sample> samples) implements QueryResult {}

  /** A failed query. */
  record Failed(MetricFailure failure) implements QueryResult {

    static Failed of(MetricFailure.Category category, String message) {
      return new Failed(new MetricFailure(category, OneLine.of(message)));
    }
  }

  /**
   * One sample of a series.
   *
   * @param labels labels of the series
   * @param at evaluation time of the query
   * @param milli value in milli-units; empty for NaN, infinities and numbers out of range
   */
  record Sample(Map<String, String> labels, Instant at, OptionalLong milli) {}
}
