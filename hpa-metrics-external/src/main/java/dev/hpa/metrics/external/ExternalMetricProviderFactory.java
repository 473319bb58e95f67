package dev.hpa.metrics.external;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.Set;

/**
 * Creates the built-in provider of external metrics, which reads {@code external.metrics.k8s.io}.
 */
public final class ExternalMetricProviderFactory implements MetricProviderFactory {

  @Override
  public String name() {
    return "external-metrics";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.EXTERNAL_METRIC);
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return new ExternalMetricProvider(context.api());
  }
}
