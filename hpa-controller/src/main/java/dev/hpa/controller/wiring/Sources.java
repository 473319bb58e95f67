package dev.hpa.controller.wiring;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;

/** The scale client and metric reader of a controller, for commands that only read. */
public record Sources(ScaleClient scales, MetricReader metrics, Providers owner)
    implements AutoCloseable {

  private static final int READS = 5;

  /**
   * Like {@link #over(KubernetesApi, Timeline, ProviderConfig, KubernetesVersion)}, for the default
   * release.
   */
  public static Sources over(KubernetesApi api, Timeline timeline, ProviderConfig config) {
    return over(api, timeline, config, KubernetesVersion.DEFAULT);
  }

  /**
   * Creates the scale client and metric reader of a controller.
   *
   * @param version the emulated release
   * @throws dev.hpa.controller.plugins.PluginException when the providers cannot be used as
   *     configured
   */
  public static Sources over(
      KubernetesApi api, Timeline timeline, ProviderConfig config, KubernetesVersion version) {
    PluginRegistry registry =
        PluginRegistry.discover(config.pluginDir(), timeline)
            .with(config.metricProviders(), config.scaleClients(), config.forecasters());
    Providers providers =
        Providers.create(
            registry,
            ProvidersModule.forVersion(config, registry, version),
            new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now))
                .with(new ListedPods(api)),
            READS);
    providers.prepare();
    return new Sources(providers.scales(), providers.metrics(), providers);
  }

  @Override
  public void close() {
    owner.close();
  }
}
