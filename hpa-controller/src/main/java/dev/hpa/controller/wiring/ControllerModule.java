package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.CachedPodNames;
import dev.hpa.controller.cache.NodeDrains;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.forecast.PastLoads;
import dev.hpa.controller.forecast.PrometheusLoads;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.options.ClusterOptions;
import dev.hpa.controller.options.NamespaceAnnotations;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.options.OutageGuard;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.reconcile.ActiveSync;
import dev.hpa.controller.reconcile.AutoscalerSync;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.EventSink;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.LoopObserver;
import dev.hpa.controller.reconcile.ReconcileModule;
import dev.hpa.controller.reconcile.Reconciler;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.controller.shadow.ActiveLeader;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.state.CheckpointKeeper;
import dev.hpa.controller.state.ForecastSection;
import dev.hpa.controller.state.HistorySection;
import dev.hpa.controller.state.StateAccess;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.controller.state.StateSection;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import jakarta.inject.Named;
import jakarta.inject.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Binds the API clients, the caches, the active or shadow sync, the saved state and the metrics.
 */
final class ControllerModule extends AbstractModule {

  private static final int INSPECTIONS = 4;
  private static final int DELETION_COSTS = 4;

  /** Timeout of each request about the state; real time. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  private final ComponentsBuilder given;
  private final ControllerOptions options;
  private final WriteFence fence;

  ControllerModule(ComponentsBuilder given) {
    this.given = given;
    this.options = given.options;
    this.fence = options.shadow() ? WriteFence.CLOSED : given.access;
  }

  @Override
  protected void configure() {
    install(new ReconcileModule(options));
    bind(Connections.class).toInstance(new Connections(given.watching, given.acting));
    bind(ClusterConnection.class).toInstance(given.watching);
    bind(Timeline.class).toInstance(given.timeline);
    bind(ClientOptions.class).toInstance(given.client);
    bind(NamespaceAccess.class).toInstance(given.access);
    bind(MemoryPool.class).toInstance(given.memory);
    bind(MetricsOptions.class).toInstance(given.metrics);
    AutoscalerCache autoscalers = new AutoscalerCache();
    bind(AutoscalerCache.class).toInstance(autoscalers);
    bind(OwnWrites.class).toInstance(OwnWrites.of(autoscalers));
    bind(PodIndex.class).toInstance(new PodIndex());
    bind(SelectorRegistry.class).toInstance(new SelectorRegistry());
    bind(NamespaceAnnotations.class).toInstance(new NamespaceAnnotations());
    bind(Owners.class).to(OwnerIndex.class);
    bind(ControllerMetrics.class).in(Singleton.class);
    bind(Components.class).in(Singleton.class);
    Multibinder<StateSection> sections = Multibinder.newSetBinder(binder(), StateSection.class);
    sections.addBinding().to(HistorySection.class);
    sections.addBinding().to(ForecastSection.class);
  }

  @Provides
  @Singleton
  HttpKubernetesApi http() {
    return new HttpKubernetesApi(given.acting, given.client, fence);
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
    return new HttpKubernetesApi(given.acting, given.client.share(DELETION_COSTS), fence);
  }

  @Provides
  @Singleton
  ProviderContext providerContext(KubernetesApi api, CachedPodNames pods) {
    return context(api, pods);
  }

  /** Explanations have a separate client, with a quarter of the rate. */
  @Provides
  @Singleton
  @Named(ProvidersModule.INSPECTIONS)
  ProviderContext inspectionContext(CachedPodNames pods) {
    return context(
        new HttpKubernetesApi(given.acting, given.client.share(INSPECTIONS), WriteFence.CLOSED),
        pods);
  }

  private ProviderContext context(KubernetesApi api, CachedPodNames pods) {
    return new ProviderContext(api, given.timeline, new CachedRestMapper(api, given.timeline::now))
        .with(options.syncPeriod())
        .with(pods);
  }

  @Provides
  @Singleton
  EventRecorder events(HttpKubernetesApi api, Timeline timeline) {
    return new EventRecorder(api, timeline, () -> timeline.random().nextLong());
  }

  @Provides
  EventSink eventSink(EventRecorder events) {
    return events;
  }

  /** Opens no watch before the first owner is looked up. */
  @Provides
  @Singleton
  OwnerIndex owners(
      ClusterConnection connection, ProviderContext context, Timeline timeline, WorkSlots slots) {
    Consumer<Runnable> waits = slots::releasingSlot;
    return new OwnerIndex(connection, context.restMapper(), timeline, given.access.scope(), waits);
  }

  @Provides
  @Singleton
  OutageGuard outageGuard(Providers providers, EventSink events) {
    return options.autoscalerOptions().guardsOutages() && options.appliesOptions()
        ? new OutageGuard(
            options.autoscalerOptions().outageShare(),
            options.syncPeriod(),
            providers::providerOf,
            options.shadow() ? (hpa, event) -> {} : events::accept)
        : OutageGuard.OFF;
  }

  @Provides
  @Singleton
  LoadForecasts forecasts(Providers providers, MemoryPool memory, ClusterConnection connection) {
    PrometheusServer server = options.autoscalerOptions().prometheus();
    return new LoadForecasts(
        providers.forecasters(),
        server == null || !options.appliesOptions()
            ? PastLoads.NONE
            : new PrometheusLoads(server, connection.calls()),
        memory);
  }

  /** Comparisons are with decisions of a controller without options. */
  @Provides
  @Singleton
  OptionSources autoscalerOptions(
      NamespaceAnnotations namespaces,
      WatchedScales workloads,
      NodeDrains drains,
      OutageGuard guard,
      LoadForecasts forecasts) {
    return options.appliesOptions()
        ? new ClusterOptions(
            options.autoscalerOptions().reader(), namespaces, workloads, drains, guard, forecasts)
        : OptionSources.NONE;
  }

  /** Opens no watch before the first drain is looked up. */
  @Provides
  @Singleton
  NodeDrains drains(PodIndex pods, ClusterConnection connection) {
    return new NodeDrains(pods, connection, given.access.scope());
  }

  /** Opens no watch before the first target is tracked. */
  @Provides
  @Singleton
  WatchedScales watchedScales(ScaleClient server, ClusterConnection connection) {
    return new WatchedScales(server, connection, given.access.scope());
  }

  @Provides
  @Singleton
  Optional<ShadowSync> shadow(
      MemoryPool memory,
      DecisionMaker decisions,
      Histories histories,
      PodIndex pods,
      HttpKubernetesApi api,
      Timeline timeline) {
    return options.shadow()
        ? Optional.of(
            new ShadowSync(
                options.settings(),
                options.syncPeriod(),
                !options.appliesOptions(),
                memory,
                decisions,
                histories,
                pods,
                new ActiveLeader(api),
                timeline))
        : Optional.empty();
  }

  @Provides
  @Singleton
  AutoscalerSync sync(
      Optional<ShadowSync> shadow, Provider<Reconciler> reconciler, StateKeeper state) {
    return shadow.isPresent()
        ? shadow.get()
        : new ActiveSync(reconciler.get(), state::restore, state::forget);
  }

  @Provides
  LoopObserver observer(Optional<ShadowSync> shadow) {
    return shadow.isPresent() ? shadow.get() : LoopObserver.NONE;
  }

  /** The ConfigMaps are written by the identity that holds the Lease. */
  @Provides
  @Singleton
  StateKeeper keeper(
      Set<StateSection> sections,
      AutoscalerCache autoscalers,
      ClusterConnection connection,
      Timeline timeline) {
    if (options.shadow() || given.state.options().storage() == StateStorage.NONE) {
      return StateKeeper.NONE;
    }
    return new CheckpointKeeper(
        given.state, sections, autoscalers, shard -> access(connection, shard), timeline);
  }

  /** The state of a shard is written under the Lease of the shard. */
  private StateAccess access(ClusterConnection connection, Shard shard) {
    WriteFence own = given.access.fence(shard);
    return new StateAccess(
        HttpKubernetesApi.withoutRetries(connection, REQUEST_TIMEOUT, given.client, own), own);
  }
}
