package dev.hpa.spi;

import dev.hpa.api.time.Timeline;
import java.time.Duration;

/**
 * The environment of a provider or scale client.
 *
 * @param api client of the API server, with the credentials of the controller
 * @param timeline clock and scheduler of the controller
 * @param restMapper maps kinds to resources; shared by all providers
 * @param syncPeriod period between two reconciles of an autoscaler
 * @param pods the pods of the cluster
 * @param settings values of the settings that the factory declares
 */
public record ProviderContext(
    KubernetesApi api,
    Timeline timeline,
    RestMapper restMapper,
    Duration syncPeriod,
    PodNames pods,
    ProviderSettings settings) {

  private static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  /** Creates a context without pods and settings. */
  public ProviderContext(
      KubernetesApi api, Timeline timeline, RestMapper restMapper, Duration syncPeriod) {
    this(api, timeline, restMapper, syncPeriod, PodNames.NONE, ProviderSettings.none());
  }

  /** Creates a context with upstream's default sync period of 15 s. */
  public ProviderContext(KubernetesApi api, Timeline timeline, RestMapper restMapper) {
    this(api, timeline, restMapper, DEFAULT_SYNC_PERIOD);
  }

  /** Creates a context without a REST mapper, with the default sync period of 15 s. */
  public ProviderContext(KubernetesApi api, Timeline timeline) {
    this(api, timeline, RestMapper.unavailable());
  }

  /** Returns a copy with the given pods. */
  public ProviderContext with(PodNames value) {
    return new ProviderContext(api, timeline, restMapper, syncPeriod, value, settings);
  }

  /** Returns a copy with the given settings. */
  public ProviderContext with(ProviderSettings value) {
    return new ProviderContext(api, timeline, restMapper, syncPeriod, pods, value);
  }
}
