package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.InspectionSources;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Binds the metric providers and scale clients, built-in ones and plug-ins, discovered by
 * ServiceLoader.
 */
final class ProvidersModule extends AbstractModule {

  /** The built-in provider and its setting; this module knows it at runtime only. */
  private static final String RESOURCE_METRICS = "resource-metrics";

  /** Names the context of explanations. */
  static final String INSPECTIONS = "inspections";

  private static final String API_VERSIONS = "api-versions";

  private final ProviderConfig config;
  private Optional<RuntimeException> refusal = Optional.empty();

  ProvidersModule(ProviderConfig config) {
    this.config = config;
  }

  /** Guice calls this again after a failure; plug-ins must be created at most once. */
  @Provides
  @Singleton
  Providers providers(
      ProviderContext context,
      @Named(INSPECTIONS) ProviderContext inspections,
      ControllerOptions options,
      WorkSlots slots) {
    refusal.ifPresent(
        refused -> {
          throw refused;
        });
    try {
      PluginRegistry registry =
          PluginRegistry.discover(config.pluginDir(), context.timeline())
              .with(config.metricProviders(), config.scaleClients(), config.forecasters());
      return Providers.create(
          registry,
          forVersion(config, registry, options.settings().version()),
          context,
          inspections,
          options.workers(),
          slots);
    } catch (PluginException | CancellationException refused) {
      refusal = Optional.of(refused);
      throw refused;
    }
  }

  /** The configuration, with what the emulated version sets unless it is set. */
  static ProviderConfig forVersion(
      ProviderConfig config, PluginRegistry registry, KubernetesVersion version) {
    boolean isFound =
        registry.metrics().stream().anyMatch(found -> found.name().equals(RESOURCE_METRICS));
    return isFound
        ? config.withDefault(RESOURCE_METRICS, API_VERSIONS, version.resourceMetricsVersions())
        : config;
  }

  @Provides
  MetricReader metricReader(Providers providers) {
    return providers.metrics();
  }

  @Provides
  InspectionSources inspectionSources(Providers providers) {
    return providers.inspections();
  }

  @Provides
  ScaleClient scaleClient(Providers providers) {
    return providers.scales();
  }
}
