package dev.hpa.spi;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.discovery.KindMapper;
import java.time.Duration;

/**
 * What a factory is given.
 *
 * @param api the API server the controller works with, under the controller's identity
 * @param timeline the controller's time
 * @param kinds which resources a kind is served as, shared by all who ask
 * @param syncPeriod how often each autoscaler is looked at
 * @param settings the values of the settings the factory declared
 */
public record ProviderContext(
    KubernetesApi api,
    Timeline timeline,
    KindMapper kinds,
    Duration syncPeriod,
    ProviderSettings settings) {

  private static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  /** A context without settings. */
  public ProviderContext(
      KubernetesApi api, Timeline timeline, KindMapper kinds, Duration syncPeriod) {
    this(api, timeline, kinds, syncPeriod, ProviderSettings.none());
  }

  /** A context of its own, with upstream's periods. */
  public ProviderContext(KubernetesApi api, Timeline timeline) {
    this(
        api,
        timeline,
        new KindMapper(api, timeline::now, KindMapper.KEPT),
        DEFAULT_SYNC_PERIOD,
        ProviderSettings.none());
  }

  /** The same for a factory with settings. */
  public ProviderContext with(ProviderSettings value) {
    return new ProviderContext(api, timeline, kinds, syncPeriod, value);
  }
}
