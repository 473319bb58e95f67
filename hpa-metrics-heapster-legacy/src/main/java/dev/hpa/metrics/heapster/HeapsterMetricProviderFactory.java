package dev.hpa.metrics.heapster;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.EnumSet;
import java.util.Set;

/**
 * Creates the provider for Heapster. It claims every kind of query and fails those that Heapster
 * does not support, so it replaces all metrics API providers.
 */
public final class HeapsterMetricProviderFactory implements MetricProviderFactory {

  @Override
  public String name() {
    return "heapster-legacy";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return EnumSet.allOf(MetricQuery.Kind.class);
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return new HeapsterMetricProvider(context.api(), context.timeline()::now);
  }
}
