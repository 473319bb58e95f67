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
 */
public record ProviderContext(
    KubernetesApi api, Timeline timeline, KindMapper kinds, Duration syncPeriod) {

  private static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  /** A context of its own, with upstream's periods. */
  public ProviderContext(KubernetesApi api, Timeline timeline) {
    this(api, timeline, new KindMapper(api, timeline::now, KindMapper.KEPT), DEFAULT_SYNC_PERIOD);
  }
}
