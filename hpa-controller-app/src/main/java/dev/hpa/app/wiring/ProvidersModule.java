package dev.hpa.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.app.controller.MetricReader;
import dev.hpa.app.controller.ProviderMetricReader;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** Metric and scale sources, all found by ServiceLoader, ours like any vendor's. */
final class ProvidersModule extends AbstractModule {

  @Provides
  @Singleton
  MetricReader metricReader(ProviderContext context) {
    Map<MetricQuery.Kind, MetricProvider> providers = new EnumMap<>(MetricQuery.Kind.class);
    Map<MetricQuery.Kind, String> names = new EnumMap<>(MetricQuery.Kind.class);
    Set<String> known = new HashSet<>();
    for (MetricProviderFactory factory : ServiceLoader.load(MetricProviderFactory.class)) {
      if (!known.add(factory.name())) {
        throw new IllegalStateException(
            "two metric providers are named " + factory.name() + "; remove one of their jars");
      }
      MetricProvider provider = factory.create(context);
      for (MetricQuery.Kind kind : factory.kinds()) {
        String other = names.put(kind, factory.name());
        if (other != null) {
          throw new IllegalStateException(
              "the metric providers "
                  + other
                  + " and "
                  + factory.name()
                  + " both answer "
                  + kind
                  + " queries; remove one of their jars");
        }
        providers.put(kind, provider);
      }
    }
    return new ProviderMetricReader(providers);
  }

  @Provides
  @Singleton
  ScaleClient scaleClient(ProviderContext context) {
    ScaleClientFactory factory =
        ServiceLoader.load(ScaleClientFactory.class)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no scale client is on the class path"));
    return factory.create(context);
  }
}
