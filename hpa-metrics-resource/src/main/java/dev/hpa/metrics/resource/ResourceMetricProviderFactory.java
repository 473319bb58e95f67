package dev.hpa.metrics.resource;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.Set;

/** Creates the built-in provider of resource metrics, which reads {@code metrics.k8s.io}. */
public final class ResourceMetricProviderFactory implements MetricProviderFactory {

  private final PodLists lists;

  /** Creates a factory whose providers choose the cheaper lists. */
  public ResourceMetricProviderFactory() {
    this(PodLists.CHEAPEST);
  }

  /** Creates a factory whose providers use the given lists. */
  public ResourceMetricProviderFactory(PodLists lists) {
    this.lists = lists;
  }

  @Override
  public String name() {
    return "resource-metrics";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.POD_RESOURCE);
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return new ResourceMetricProvider(
        context.api(), lists, new PodListCosts(context.timeline()::now));
  }
}
