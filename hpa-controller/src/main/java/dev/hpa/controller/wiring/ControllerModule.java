package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
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
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import jakarta.inject.Provider;
import java.util.Optional;
import java.util.function.Consumer;

/** Binds the caches, the event recorder and the active or shadow sync. */
final class ControllerModule extends AbstractModule {

  private final ControllerOptions options;
  private final NamespaceAccess access;
  private final MemoryPool memory;

  ControllerModule(ControllerOptions options, NamespaceAccess access, MemoryPool memory) {
    this.memory = memory;
    this.options = options;
    this.access = access;
  }

  @Override
  protected void configure() {
    install(new ReconcileModule(options));
    bind(NamespaceAccess.class).toInstance(access);
    bind(MemoryPool.class).toInstance(memory);
    AutoscalerCache autoscalers = new AutoscalerCache();
    bind(AutoscalerCache.class).toInstance(autoscalers);
    bind(OwnWrites.class).toInstance(OwnWrites.of(autoscalers));
    bind(PodIndex.class).toInstance(new PodIndex());
    bind(SelectorRegistry.class).toInstance(new SelectorRegistry());
    bind(NamespaceAnnotations.class).toInstance(new NamespaceAnnotations());
    bind(Owners.class).to(OwnerIndex.class);
    bind(Components.class).in(Singleton.class);
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
    Consumer<Runnable> waits = slots::pause;
    return new OwnerIndex(connection, context.restMapper(), timeline, access.scope(), waits);
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
      OutageGuard guard,
      LoadForecasts forecasts) {
    return options.appliesOptions()
        ? new ClusterOptions(
            options.autoscalerOptions().reader(), namespaces, workloads, guard, forecasts)
        : OptionSources.NONE;
  }

  /** Opens no watch before the first target is tracked. */
  @Provides
  @Singleton
  WatchedScales watchedScales(ScaleClient server, ClusterConnection connection) {
    return new WatchedScales(server, connection, access.scope());
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
}
