package dev.hpa.controller.reconcile;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.controller.cache.TargetTracker;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import jakarta.inject.Named;
import jakarta.inject.Provider;
import java.time.Duration;

/**
 * The control loop and the reconciler. Needs an {@link AutoscalerSync} and a {@link LoopObserver}
 * bound elsewhere.
 */
public final class ReconcileModule extends AbstractModule {

  /** Names the client that annotates pods before a scale-down. */
  public static final String DELETION_COSTS = "deletion-costs";

  private static final Duration CONFLICT_RETRY = Duration.ofMillis(10);

  private final ControllerOptions options;

  public ReconcileModule(ControllerOptions options) {
    this.options = options;
  }

  @Override
  protected void configure() {
    bind(ControllerOptions.class).toInstance(options);
    bind(WorkSlots.class).toInstance(new WorkSlots(options.workers()));
    bind(PodSource.class).to(CachedPods.class);
    bind(ReconcileQueue.class).in(Singleton.class);
    bind(Dispatcher.class).in(Singleton.class);
    bind(InitialPods.class).in(Singleton.class);
    bind(AutoscalerSink.class).in(Singleton.class);
    bind(Watches.class).in(Singleton.class);
    bind(StalenessGuard.class).in(Singleton.class);
    bind(ReconcileReports.class).in(Singleton.class);
    bind(ControlLoop.class).in(Singleton.class);
  }

  @Provides
  @Singleton
  DueTimes times(AutoscalerCache autoscalers, ClientOptions client, Timeline timeline) {
    double most = options.autoscalerOptions().syncBudget();
    Duration period = options.syncPeriod();
    boolean isLimited = client.requestsPerSecond() > 0 && options.scaleReads() != ScaleReads.WATCH;
    return new DueTimes(
        timeline,
        new DueTimes.Pace(period, options.syncInterval(), options.spreadStart()),
        isLimited
            ? () ->
                DueTimes.budget(most, client.requestsPerSecond(), autoscalers.all().size(), period)
            : () -> most);
  }

  @Provides
  TargetTracker targets(WatchedScales watched) {
    return options.scaleReads() == ScaleReads.WATCH ? watched : TargetTracker.NONE;
  }

  @Provides
  @Singleton
  SyncAdmission admission(MemoryPool memory) {
    return new SyncAdmission(memory, MemoryPart.SYNCS);
  }

  @Provides
  @Singleton
  Histories histories(Timeline timeline) {
    return new Histories(timeline);
  }

  @Provides
  StatusWriter statuses(HttpKubernetesApi api, OwnWrites writes) {
    return StatusWriters.to(api, writes);
  }

  @Provides
  @Singleton
  PodDeletionHints hints(
      @Named(DELETION_COSTS) Provider<KubernetesApi> api, WorkSlots slots, Timeline timeline) {
    return options.settings().differences().deletionCostHints() || options.appliesOptions()
        ? new DeletionHints(api.get(), timeline, slots::releasingSlot)
        : PodDeletionHints.NONE;
  }

  @Provides
  @Singleton
  ReplicasManagers managers(ProviderContext context) {
    return options.foreignWriteEvents()
        ? ReplicasManagers.of(context.api(), context.restMapper())
        : ReplicasManagers.NONE;
  }

  @Provides
  @Singleton
  DecisionMaker decisions(
      ScaleClient server,
      WatchedScales watched,
      MetricReader metrics,
      PodSource pods,
      OptionSources autoscalerOptions,
      Histories histories) {
    return new DecisionMaker(
        options.settings(), scales(server, watched), metrics, pods, autoscalerOptions, histories);
  }

  /** Reads scales from the API server, whatever the controller does, and holds no work slot. */
  @Provides
  @Singleton
  Inspector inspector(
      MemoryPool memory,
      Watches watches,
      InspectionSources sources,
      AutoscalerCache autoscalers,
      PodSource pods,
      OptionSources autoscalerOptions,
      Histories histories,
      ReconcileReports reports,
      ReconcileQueue queue) {
    DecisionMaker decisions =
        new DecisionMaker(
            options.settings(),
            sources.scales(),
            sources.metrics(),
            pods,
            autoscalerOptions,
            histories);
    return new Inspector(
        new SyncAdmission(memory, MemoryPart.EXPLANATIONS),
        watches::areSynced,
        autoscalers,
        decisions,
        histories,
        sources.metrics(),
        reports::foreignScale,
        queue::nextSync,
        autoscalerOptions::forget);
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
        scales(server, watched), statuses, events, hints, histories, attempt -> pause(timeline));
  }

  @Provides
  @Singleton
  Reconciler reconciler(DecisionMaker decisions, Actuator actuator, ReconcileReports reports) {
    return new Reconciler(decisions, actuator, reports::decided);
  }

  private ScaleClient scales(ScaleClient server, WatchedScales watched) {
    return options.scaleReads() == ScaleReads.WATCH ? watched : server;
  }

  private static void pause(Timeline timeline) {
    try {
      timeline.sleep(CONFLICT_RETRY);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
