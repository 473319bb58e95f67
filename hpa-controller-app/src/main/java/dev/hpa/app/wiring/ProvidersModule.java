package dev.hpa.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.MetricProviders;
import dev.hpa.app.controller.MetricReader;
import dev.hpa.app.controller.ProviderMetricReader;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import java.util.ServiceLoader;

/** Metric and scale sources, all found by ServiceLoader, ours like any vendor's. */
final class ProvidersModule extends AbstractModule {

  @Provides
  @Singleton
  MetricReader metricReader(ProviderContext context, ControllerOptions options) {
    return new ProviderMetricReader(MetricProviders.create(context, options.heapster()));
  }

  @Provides
  @Singleton
  ScaleClient scaleClient(ProviderContext context) {
    return scaleClientOf(context);
  }

  static ScaleClient scaleClientOf(ProviderContext context) {
    ScaleClientFactory factory =
        ServiceLoader.load(ScaleClientFactory.class)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no scale client is on the class path"));
    return factory.create(context);
  }
}
