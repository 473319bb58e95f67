package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.reconcile.ActiveSync;
import dev.hpa.controller.reconcile.Actuator;
import dev.hpa.controller.reconcile.AutoscalerSync;
import dev.hpa.controller.reconcile.CachedPods;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.DeletionHints;
import dev.hpa.controller.reconcile.EventSink;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.PodDeletionHints;
import dev.hpa.controller.reconcile.Reconciler;
import dev.hpa.controller.reconcile.ScaleReads;
import dev.hpa.controller.reconcile.StatusWriter;
import dev.hpa.controller.reconcile.StatusWriters;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.spi.ScaleClient;
import jakarta.inject.Provider;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The loop, its caches and its reconciler. */
final class ControllerModule extends AbstractModule {

  private static final Duration RETRY = Duration.ofMillis(10);

  private final ControllerOptions options;

  ControllerModule(ControllerOptions options) {
    this.options = options;
  }

  @Override
  protected void configure() {
    bind(ControllerOptions.class).toInstance(options);
    bind(AutoscalerCache.class).toInstance(new AutoscalerCache());
    bind(PodIndex.class).toInstance(new PodIndex());
    bind(SelectorRegistry.class).toInstance(new SelectorRegistry());
    bind(WorkSlots.class).toInstance(new WorkSlots(options.workers()));
    bind(ControlLoop.class).in(Singleton.class);
    bind(Components.class).in(Singleton.class);
  }

  @Provides
  @Singleton
  EventRecorder events(HttpKubernetesApi api, Timeline timeline) {
    return new EventRecorder(api, timeline, RandomGenerator.getDefault());
  }

  @Provides
  EventSink eventSink(EventRecorder events) {
    return events;
  }

  @Provides
  @Singleton
  Histories histories(Timeline timeline) {
    return new Histories(timeline);
  }

  @Provides
  StatusWriter statuses(HttpKubernetesApi api) {
    return StatusWriters.to(api);
  }

  /** Follows nothing before it is asked. */
  @Provides
  @Singleton
  WatchedScales watchedScales(ScaleClient server, ClusterConnection connection) {
    return new WatchedScales(server, connection);
  }

  @Provides
  @Singleton
  DecisionMaker decisions(
      ScaleClient server,
      WatchedScales watched,
      MetricReader metrics,
      WorkSlots slots,
      CachedPods pods,
      Histories histories,
      Timeline timeline) {
    return new DecisionMaker(
        options.settings(),
        scales(server, watched),
        (hpa, queries) -> slots.waitFor(() -> metrics.read(hpa, queries)),
        pods,
        histories,
        timeline::wall);
  }

  @Provides
  @Singleton
  Actuator actuator(
      ScaleClient server,
      WatchedScales watched,
      StatusWriter statuses,
      EventSink events,
      PodDeletionHints hints,
      Histories histories,
      Timeline timeline) {
    return new Actuator(
        scales(server, watched),
        statuses,
        events,
        hints,
        histories,
        timeline::wall,
        attempt -> pause(timeline));
  }

  private ScaleClient scales(ScaleClient server, WatchedScales watched) {
    return options.scaleReads() == ScaleReads.WATCH ? watched : server;
  }

  @Provides
  @Singleton
  PodDeletionHints hints(HttpKubernetesApi api) {
    return options.settings().differences().deletionCostHints()
        ? new DeletionHints(api)
        : PodDeletionHints.NONE;
  }

  @Provides
  @Singleton
  Reconciler reconciler(DecisionMaker decisions, Actuator actuator, Timeline timeline) {
    return new Reconciler(decisions, actuator, timeline::wall);
  }

  @Provides
  @Singleton
  AutoscalerSync sync(
      Provider<Reconciler> reconciler,
      DecisionMaker decisions,
      Histories histories,
      PodIndex pods,
      Timeline timeline) {
    return options.shadow()
        ? new ShadowSync(
            options.settings(), options.syncPeriod(), decisions, histories, pods, timeline)
        : new ActiveSync(reconciler.get());
  }

  private static void pause(Timeline timeline) {
    try {
      timeline.sleep(RETRY);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
