package com.example.hpa.prometheus;

import com.example.hpa.prometheus.QueryCatalog.Expression;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads metrics from a Prometheus server, with one request for each distinct expression and a
 * limited number of concurrent requests.
 */
final class PrometheusProvider implements MetricProvider {

  /** Less than half of the default query concurrency of a Prometheus server, which is 20. */
  private static final int MAX_CONCURRENT_REQUESTS = 8;

  private final QueryCatalog queries;
  private final PrometheusClient prometheus;
  private final String podLabel;

  PrometheusProvider(QueryCatalog queries, PrometheusClient prometheus, String podLabel) {
    this.queries = queries;
    this.prometheus = prometheus;
    this.podLabel = podLabel;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> metricQueries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<MetricQuery, Expression> expressions = new LinkedHashMap<>();
    for (MetricQuery query : metricQueries) {
      try {
        expressions.put(query, queries.of(query));
      } catch (IllegalArgumentException invalid) {
        results.put(query, failure(Category.INVALID_QUERY, invalid));
      } catch (UnsupportedOperationException unsupported) {
        results.put(query, failure(Category.NOT_AVAILABLE, unsupported));
      }
    }
    Map<String, QueryResult> responses =
        responses(expressions.values().stream().map(Expression::promql).distinct().toList());
    expressions.forEach(
        (query, expression) ->
            results.put(
                query,
                result(
                    query,
                    expression,
                    Objects.requireNonNull(responses.get(expression.promql())))));
    return results;
  }

  private static MetricFailure failure(Category category, RuntimeException why) {
    return new MetricFailure(category, OneLine.of(String.valueOf(why.getMessage())));
  }

  private Map<String, QueryResult> responses(List<String> expressions) {
    Map<String, QueryResult> responses = new LinkedHashMap<>();
    try (ExecutorService requests =
        Executors.newFixedThreadPool(MAX_CONCURRENT_REQUESTS, Thread.ofVirtual().factory())) {
      List<Callable<QueryResult>> calls =
          expressions.stream()
              .<Callable<QueryResult>>map(each -> () -> prometheus.query(each))
              .toList();
      List<Future<QueryResult>> done = requests.invokeAll(calls);
      for (int i = 0; i < done.size(); i++) {
        responses.put(expressions.get(i), done.get(i).resultNow());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      expressions.forEach(
          each ->
              responses.put(
                  each,
                  QueryResult.Failed.of(
                      Category.SOURCE_FAILED, "interrupted while waiting for Prometheus")));
    }
    return responses;
  }

  private MetricResult result(MetricQuery query, Expression expression, QueryResult result) {
    return switch (result) {
      case QueryResult.Failed(MetricFailure failure) -> failure;
      case QueryResult.Samples(List<QueryResult.Sample> samples) ->
          switch (query.kind()) {
            case POD_METRIC -> Readings.perPod(samples, podLabel, expression.window());
            case OBJECT_METRIC -> Readings.single(samples);
            case EXTERNAL_METRIC -> Readings.series(samples);
            case POD_RESOURCE -> throw new IllegalStateException("unexpected query " + query);
          };
    };
  }

  @Override
  public void close() {
    prometheus.close();
  }
}
