package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.CachedPodNames;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileModule;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import jakarta.inject.Named;

/** Binds the API clients and the timeline. */
final class ClusterModule extends AbstractModule {

  private static final int INSPECTIONS = 4;
  private static final int DELETION_COSTS = 4;

  private final Connections connections;
  private final Timeline timeline;
  private final ClientOptions client;
  private final WriteFence fence;

  ClusterModule(
      Connections connections, Timeline timeline, ClientOptions client, WriteFence fence) {
    this.connections = connections;
    this.timeline = timeline;
    this.client = client;
    this.fence = fence;
  }

  @Override
  protected void configure() {
    bind(Connections.class).toInstance(connections);
    bind(ClusterConnection.class).toInstance(connections.watching());
    bind(Timeline.class).toInstance(timeline);
    bind(ClientOptions.class).toInstance(client);
  }

  @Provides
  @Singleton
  HttpKubernetesApi http() {
    return new HttpKubernetesApi(connections.acting(), client, fence);
  }

  @Provides
  KubernetesApi api(HttpKubernetesApi http) {
    return http;
  }

  /** Annotations of pods have a separate client, with a quarter of the rate. */
  @Provides
  @Singleton
  @Named(ReconcileModule.DELETION_COSTS)
  KubernetesApi deletionCosts() {
    return new HttpKubernetesApi(connections.acting(), client.share(DELETION_COSTS), fence);
  }

  @Provides
  @Singleton
  ProviderContext providerContext(
      KubernetesApi api, ControllerOptions options, CachedPodNames pods) {
    return context(api, options, pods);
  }

  /** Explanations have a separate client, with a quarter of the rate. */
  @Provides
  @Singleton
  @Named(ProvidersModule.INSPECTIONS)
  ProviderContext inspectionContext(ControllerOptions options, CachedPodNames pods) {
    return context(
        new HttpKubernetesApi(connections.acting(), client.share(INSPECTIONS), WriteFence.CLOSED),
        options,
        pods);
  }

  private ProviderContext context(
      KubernetesApi api, ControllerOptions options, CachedPodNames pods) {
    return new ProviderContext(
            api, timeline, new CachedRestMapper(api, timeline::now), options.syncPeriod())
        .with(pods);
  }
}
