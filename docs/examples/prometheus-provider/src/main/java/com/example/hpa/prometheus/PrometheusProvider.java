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
 * Answers from a Prometheus server, with one request for each distinct expression, a few of them at
 * a time.
 */
final class PrometheusProvider implements MetricProvider {

  /** Less than half of the default query concurrency of a Prometheus server, which is 20. */
  private static final int REQUESTS_AT_A_TIME = 8;

  private final QueryCatalog queries;
  private final PrometheusClient prometheus;
  private final String podLabel;

  PrometheusProvider(QueryCatalog queries, PrometheusClient prometheus, String podLabel) {
    this.queries = queries;
    this.prometheus = prometheus;
    this.podLabel = podLabel;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> asked) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<MetricQuery, Expression> expressions = new LinkedHashMap<>();
    for (MetricQuery query : asked) {
      try {
        expressions.put(query, queries.of(query));
      } catch (IllegalArgumentException wrong) {
        results.put(query, failure(Category.INVALID_QUERY, wrong));
      } catch (UnsupportedOperationException unknown) {
        results.put(query, failure(Category.NOT_AVAILABLE, unknown));
      }
    }
    Map<String, Answer> answers =
        answers(expressions.values().stream().map(Expression::promql).distinct().toList());
    expressions.forEach(
        (query, expression) ->
            results.put(
                query,
                result(
                    query, expression, Objects.requireNonNull(answers.get(expression.promql())))));
    return results;
  }

  private static MetricFailure failure(Category category, RuntimeException why) {
    return new MetricFailure(category, OneLine.of(String.valueOf(why.getMessage())));
  }

  private Map<String, Answer> answers(List<String> expressions) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    try (ExecutorService requests =
        Executors.newFixedThreadPool(REQUESTS_AT_A_TIME, Thread.ofVirtual().factory())) {
      List<Callable<Answer>> calls =
          expressions.stream().<Callable<Answer>>map(each -> () -> prometheus.ask(each)).toList();
      List<Future<Answer>> done = requests.invokeAll(calls);
      for (int i = 0; i < done.size(); i++) {
        answers.put(expressions.get(i), done.get(i).resultNow());
      }
    } catch (InterruptedException given) {
      Thread.currentThread().interrupt();
      expressions.forEach(
          each ->
              answers.put(each, Answer.None.of(Category.SOURCE_FAILED, "the read was canceled")));
    }
    return answers;
  }

  private MetricResult result(MetricQuery query, Expression expression, Answer answer) {
    return switch (answer) {
      case Answer.None(MetricFailure failure) -> failure;
      case Answer.Samples(List<Answer.Sample> samples) ->
          switch (query.kind()) {
            case POD_METRIC -> Readings.perPod(samples, podLabel, expression.window());
            case OBJECT_METRIC -> Readings.single(samples);
            case EXTERNAL_METRIC -> Readings.series(samples);
            case POD_RESOURCE -> throw new IllegalStateException("asked for " + query);
          };
    };
  }

  @Override
  public void close() {
    prometheus.close();
  }
}
