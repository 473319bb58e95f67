package dev.hpa.cli.query;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.metrics.prometheus.WorkloadTotals;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The queries that a configuration file of prometheus-adapter has for metrics. Closed with the
 * connection to its server.
 *
 * @param totals of the file
 */
public record RuleFile(WorkloadTotals totals) implements LoadQueries.MetricRules, AutoCloseable {

  /**
   * Lists the series of the rules of a file.
   *
   * @param range the server, and how far back series count
   * @throws UsageException if the file or the server cannot be used
   */
  public static RuleFile open(
      Path file, PrometheusRange range, KubernetesApi api, Timeline timeline)
      throws InterruptedException {
    try {
      return new RuleFile(
          WorkloadTotals.list(
              range.client(),
              file,
              new CachedRestMapper(api, timeline::now),
              timeline,
              range.length()));
    } catch (IOException unusable) {
      throw new UsageException(
          "--prometheus-rules: \"%s\": %s".formatted(file, unusable.getMessage()), unusable);
    }
  }

  @Override
  public void close() {
    totals.close();
  }

  @Override
  public Optional<String> total(HorizontalPodAutoscaler hpa, MetricSpec metric, String pods) {
    String namespace = hpa.metadata().namespaceOrEmpty();
    try {
      return query(namespace, metric).flatMap(query -> totals.of(query, pods));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<MetricQuery> query(String namespace, MetricSpec metric) {
    if (metric.pods() != null) {
      MetricIdentifier id = metric.pods().metric();
      return Optional.of(
          new MetricQuery.PodMetric(namespace, Selector.everything(), id.name(), series(id)));
    }
    if (metric.object() != null) {
      MetricIdentifier id = metric.object().metric();
      return Optional.of(
          new MetricQuery.ObjectMetric(
              namespace, metric.object().describedObject(), id.name(), series(id)));
    }
    if (metric.external() != null) {
      MetricIdentifier id = metric.external().metric();
      return Optional.of(
          new MetricQuery.ExternalMetric(namespace, id.name(), series(id), id.selector()));
    }
    return Optional.empty();
  }

  private static Selector series(MetricIdentifier id) {
    LabelSelector selector = id.selector();
    return selector == null ? Selector.everything() : selector.toSelector();
  }
}
