package dev.hpa.metrics.heapster;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.EnumSet;
import java.util.Set;

/**
 * Creates the provider for Heapster. It accepts every kind of query, some only to report that
 * Heapster does not support them, and therefore runs only in place of the metrics APIs.
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
