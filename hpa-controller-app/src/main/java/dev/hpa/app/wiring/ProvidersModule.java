package dev.hpa.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.MetricReader;
import dev.hpa.app.controller.WorkSlots;
import dev.hpa.app.plugins.Catalog;
import dev.hpa.app.plugins.ProviderConfig;
import dev.hpa.app.plugins.Providers;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;

/** Metric and scale sources, all found by ServiceLoader, ours like any vendor's. */
final class ProvidersModule extends AbstractModule {

  private final ProviderConfig config;

  ProvidersModule(ProviderConfig config) {
    this.config = config;
  }

  @Provides
  @Singleton
  Providers providers(ProviderContext context, ControllerOptions options, WorkSlots slots) {
    return Providers.create(
        Catalog.discover(config.pluginDir()), config, context, options.workers(), slots);
  }

  @Provides
  MetricReader metricReader(Providers providers) {
    return providers.metrics();
  }

  @Provides
  ScaleClient scaleClient(Providers providers) {
    return providers.scales();
  }
}
