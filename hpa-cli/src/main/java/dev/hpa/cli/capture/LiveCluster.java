package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.kube.provider.PartReport;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    RestMapper mapper,
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
        new CachedRestMapper(api, timeline::now),
        Sources.over(api, timeline, providers, settings.version()));
  }

  /** The provider that answers a query of an autoscaler; empty if none does. */
  String providerOf(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return sources.owner().providerOf(hpa, query);
  }

  /**
   * The target of an autoscaler, whole.
   *
   * @return empty if it cannot be read
   */
  public Optional<JsonNode> target(HorizontalPodAutoscaler hpa) {
    try {
      return Optional.of(object(hpa.metadata().namespaceOrEmpty(), hpa.spec().scaleTargetRef()));
    } catch (KubernetesApiException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  /** An object of any kind. */
  JsonNode object(String namespace, CrossVersionObjectReference reference)
      throws KubernetesApiException {
    ResourceMapping mapping =
        mapper.preferred(
            ApiGroupVersion.parse(reference.apiVersionOrEmpty()).group(), reference.kind());
    return reader.get(
        ApiRequest.pathOf(mapping.base(), namespace, mapping.resource(), reference.name()),
        Map.of(),
        new ApiRequest.Subject(mapping.resource(), mapping.group(), reference.name()));
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
