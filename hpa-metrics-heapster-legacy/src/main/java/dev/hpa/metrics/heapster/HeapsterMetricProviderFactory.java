package dev.hpa.metrics.heapster;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.EnumSet;
import java.util.Set;

/**
 * Finds the provider for Heapster. It answers every kind of query, some with the news that Heapster
 * never could, and therefore takes part only where the metrics APIs do not.
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
