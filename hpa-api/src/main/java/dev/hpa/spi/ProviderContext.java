package dev.hpa.spi;

import dev.hpa.api.time.Timeline;
import java.time.Duration;

/**
 * What a factory creates a provider or scale client with.
 *
 * @param api the API server of the controller, under the controller's identity
 * @param timeline the controller's time
 * @param restMapper the resources under which kinds are served, shared by all providers
 * @param syncPeriod how often each autoscaler is reconciled
 * @param settings the values of the settings that the factory declared
 */
public record ProviderContext(
    KubernetesApi api,
    Timeline timeline,
    RestMapper restMapper,
    Duration syncPeriod,
    ProviderSettings settings) {

  private static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  /** A context without settings. */
  public ProviderContext(
      KubernetesApi api, Timeline timeline, RestMapper restMapper, Duration syncPeriod) {
    this(api, timeline, restMapper, syncPeriod, ProviderSettings.none());
  }

  /** A context with upstream's sync period. */
  public ProviderContext(KubernetesApi api, Timeline timeline, RestMapper restMapper) {
    this(api, timeline, restMapper, DEFAULT_SYNC_PERIOD);
  }

  /** A context for providers that need no REST mapping, with upstream's sync period. */
  public ProviderContext(KubernetesApi api, Timeline timeline) {
    this(api, timeline, RestMapper.unavailable());
  }

  /** The same context for a factory with settings. */
  public ProviderContext with(ProviderSettings value) {
    return new ProviderContext(api, timeline, restMapper, syncPeriod, value);
  }
}
