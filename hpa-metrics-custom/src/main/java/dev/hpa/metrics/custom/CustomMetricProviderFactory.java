package dev.hpa.metrics.custom;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.Set;

/** Creates the built-in provider of custom metrics, which reads {@code custom.metrics.k8s.io}. */
public final class CustomMetricProviderFactory implements MetricProviderFactory {

  @Override
  public String name() {
    return "custom-metrics";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.POD_METRIC, MetricQuery.Kind.OBJECT_METRIC);
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return new CustomMetricProvider(context);
  }
}
