package dev.hpa.metrics.resource;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.Set;

/** Creates the provider for {@code metrics.k8s.io}. */
public final class ResourceMetricProviderFactory implements MetricProviderFactory {

  private final PodLists lists;

  /** Makes providers that read as cheaply as they can. */
  public ResourceMetricProviderFactory() {
    this(PodLists.CHEAPEST);
  }

  /** Makes providers that read these lists. */
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
    return new ResourceMetricProvider(context.api(), lists, new ListSizes(context.timeline()::now));
  }
}
