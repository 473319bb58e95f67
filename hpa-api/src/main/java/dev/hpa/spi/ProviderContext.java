package dev.hpa.spi;

import dev.hpa.api.time.Timeline;
import java.time.Duration;

/** The environment of a provider or scale client. Immutable. */
public final class ProviderContext {

  private static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  private final KubernetesApi api;
  private final Timeline timeline;
  private final RestMapper restMapper;
  private final Duration syncPeriod;
  private final PodNames pods;
  private final ProviderSettings settings;

  private ProviderContext(
      KubernetesApi api,
      Timeline timeline,
      RestMapper restMapper,
      Duration syncPeriod,
      PodNames pods,
      ProviderSettings settings) {
    this.api = api;
    this.timeline = timeline;
    this.restMapper = restMapper;
    this.syncPeriod = syncPeriod;
    this.pods = pods;
    this.settings = settings;
  }

  /** A context without pods and settings, with upstream's default sync period of 15 s. */
  public ProviderContext(KubernetesApi api, Timeline timeline, RestMapper restMapper) {
    this(api, timeline, restMapper, DEFAULT_SYNC_PERIOD, PodNames.NONE, ProviderSettings.none());
  }

  /** A context without a REST mapper, pods and settings. */
  public ProviderContext(KubernetesApi api, Timeline timeline) {
    this(api, timeline, RestMapper.unavailable());
  }

  /** Returns a copy with the given sync period. */
  public ProviderContext with(Duration value) {
    return new ProviderContext(api, timeline, restMapper, value, pods, settings);
  }

  /** Returns a copy with the given pods. */
  public ProviderContext with(PodNames value) {
    return new ProviderContext(api, timeline, restMapper, syncPeriod, value, settings);
  }

  /** Returns a copy with the given settings. */
  public ProviderContext with(ProviderSettings value) {
    return new ProviderContext(api, timeline, restMapper, syncPeriod, pods, value);
  }

  /** A client of the API server, with the credentials of the controller. */
  public KubernetesApi api() {
    return api;
  }

  /** The clock and scheduler of the controller. */
  public Timeline timeline() {
    return timeline;
  }

  /** Maps kinds to resources; shared by all providers. */
  public RestMapper restMapper() {
    return restMapper;
  }

  /** The period between two reconciles of an autoscaler. */
  public Duration syncPeriod() {
    return syncPeriod;
  }

  /** The pods of the cluster. */
  public PodNames pods() {
    return pods;
  }

  /** The values of the settings that the factory declares. */
  public ProviderSettings settings() {
    return settings;
  }
}
