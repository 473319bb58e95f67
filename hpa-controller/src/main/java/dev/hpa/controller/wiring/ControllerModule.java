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
import dev.hpa.controller.reconcile.AutoscalerSync;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
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
  Reconciler reconciler(
      ScaleClient server,
      WatchedScales watched,
      MetricReader metrics,
      WorkSlots slots,
      PodIndex pods,
      SelectorRegistry selectors,
      StatusWriter statuses,
      EventRecorder events,
      HttpKubernetesApi api,
      Histories histories,
      Timeline timeline) {
    return new Reconciler(
        options.settings(),
        options.scaleReads() == ScaleReads.WATCH ? watched : server,
        (hpa, queries) -> slots.waitFor(() -> metrics.read(hpa, queries)),
        pods,
        selectors,
        statuses,
        events,
        options.settings().differences().deletionCostHints()
            ? new DeletionHints(api)
            : PodDeletionHints.NONE,
        histories,
        timeline::wall,
        attempt -> pause(timeline));
  }

  @Provides
  @Singleton
  AutoscalerSync sync(
      Reconciler reconciler, Histories histories, PodIndex pods, Timeline timeline) {
    return options.shadow()
        ? new ShadowSync(
            options.settings(), options.syncPeriod(), reconciler, histories, pods, timeline)
        : new ActiveSync(reconciler);
  }

  private static void pause(Timeline timeline) {
    try {
      timeline.sleep(RETRY);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
