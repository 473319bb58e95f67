package dev.hpa.cli.query;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.Selector;
import dev.hpa.metrics.prometheus.WorkloadTotals;
import dev.hpa.spi.MetricQuery;
import java.util.Optional;

/**
 * The queries that a configuration file of prometheus-adapter has for metrics.
 *
 * @param totals of the file
 */
public record RuleFile(WorkloadTotals totals) implements LoadQueries.MetricRules {

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
