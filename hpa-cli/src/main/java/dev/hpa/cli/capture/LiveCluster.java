package dev.hpa.cli.capture;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.provider.PartReport;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricQuery;
import java.util.List;
import java.util.Map;

/**
 * A cluster that is only read, as the controller with some settings would read it.
 *
 * @param optionSettings where the controller reads options
 */
public record LiveCluster(
    LiveReader reader,
    Timeline timeline,
    Settings settings,
    OptionSettings optionSettings,
    Sources sources)
    implements AutoCloseable {

  /**
   * Opens a cluster.
   *
   * @param providers metric providers
   * @throws dev.hpa.controller.plugins.PluginException if the provider configuration is invalid
   */
  public static LiveCluster open(
      KubernetesApi api,
      Timeline timeline,
      Settings settings,
      OptionSettings optionSettings,
      ProviderConfig providers) {
    return new LiveCluster(
        new LiveReader(api),
        timeline,
        settings,
        optionSettings,
        Sources.over(api, timeline, providers, settings.version()));
  }

  /** The provider that answers a query of an autoscaler; empty if none does. */
  String providerOf(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return sources.owner().providerOf(hpa, query);
  }

  /** The state of the parts of providers, by provider. */
  public Map<String, List<PartReport>> reports() {
    return sources.owner().reports();
  }

  /** What a query of an autoscaler is sent as; empty if that is unknown. */
  String describe(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return sources.owner().describe(hpa, query);
  }

  /** A namespace of which one autoscaler is captured: pods are read by its selector. */
  public LiveNamespace namespace(String name) {
    return new LiveNamespace(this, name, null);
  }

  /**
   * A namespace of which many autoscalers are captured: its pods are read once.
   *
   * @param autoscalers all autoscalers of the namespace
   */
  public LiveNamespace namespace(String name, List<LiveAutoscaler> autoscalers) {
    return new LiveNamespace(this, name, autoscalers);
  }

  @Override
  public void close() {
    sources.close();
  }
}
