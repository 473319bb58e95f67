package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.state.CheckpointKeeper;
import dev.hpa.controller.state.ForecastSection;
import dev.hpa.controller.state.HistorySection;
import dev.hpa.controller.state.StateAccess;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.controller.state.StateSection;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.WriteFence;
import java.time.Duration;
import java.util.Set;

/** Binds the state that survives restarts, and its parts. */
final class StateModule extends AbstractModule {

  /** Timeout of each request; real time. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  private final StateSettings settings;
  private final ClientOptions client;
  private final NamespaceAccess access;

  StateModule(StateSettings settings, ClientOptions client, NamespaceAccess access) {
    this.settings = settings;
    this.client = client;
    this.access = access;
  }

  @Override
  protected void configure() {
    Multibinder<StateSection> sections = Multibinder.newSetBinder(binder(), StateSection.class);
    sections.addBinding().to(HistorySection.class);
    sections.addBinding().to(ForecastSection.class);
  }

  /** The ConfigMaps are written by the identity that holds the Lease. */
  @Provides
  @Singleton
  StateKeeper keeper(
      Set<StateSection> sections,
      AutoscalerCache autoscalers,
      ClusterConnection connection,
      Timeline timeline) {
    if (settings.options().storage() == StateStorage.NONE) {
      return StateKeeper.NONE;
    }
    return new CheckpointKeeper(
        settings, sections, autoscalers, shard -> access(connection, shard), timeline);
  }

  /** The state of a shard is written under the Lease of the shard. */
  private StateAccess access(ClusterConnection connection, Shard shard) {
    WriteFence own = access.fence(shard);
    return new StateAccess(
        HttpKubernetesApi.withoutRetries(connection, REQUEST_TIMEOUT, client, own), own);
  }
}
