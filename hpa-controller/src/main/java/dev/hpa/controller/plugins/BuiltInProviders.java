package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.EnumMap;
import java.util.Map;

/** The built-in providers of the metrics APIs, without bulkheads and batching. */
public final class BuiltInProviders {

  private BuiltInProviders() {}

  /** A provider for each kind of query. */
  public static Map<MetricQuery.Kind, MetricProvider> create(ProviderContext context) {
    Map<MetricQuery.Kind, MetricProvider> providers = new EnumMap<>(MetricQuery.Kind.class);
    for (DiscoveredPlugin<MetricProviderFactory> found :
        PluginRegistry.discover(null, context.timeline()).metrics()) {
      if (found.isBuiltIn() && Providers.takesPart(found, ProviderConfig.DEFAULT)) {
        MetricProvider provider = found.factory().create(context);
        found.kinds().forEach(kind -> providers.put(kind, provider));
      }
    }
    return providers;
  }
}
