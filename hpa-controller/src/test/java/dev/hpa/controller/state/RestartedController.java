package dev.hpa.controller.state;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.ActiveSync;
import dev.hpa.controller.reconcile.Actuator;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.PodDeletionHints;
import dev.hpa.controller.reconcile.PodSource;
import dev.hpa.controller.reconcile.Reconciler;
import dev.hpa.controller.shards.Shard;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.Selection;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One autoscaler and the controller that decides about it, which can be replaced. The controller is
 * the real one without its watches and its queue: it syncs every 15 s, on the same schedule before
 * and after a replacement.
 */
final class RestartedController implements AutoCloseable {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final Duration SYNC_PERIOD = Duration.ofSeconds(15);

  /** A write to the scale. */
  record Write(Duration at, int replicas) {}

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final FakeConfigMaps configMaps = new FakeConfigMaps();
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final Function<Duration, MetricResult> metric;
  private final StateOptions options;
  private final List<Write> writes = new ArrayList<>();
  private HorizontalPodAutoscaler hpa;
  private int replicas;
  private int started;
  private @Nullable Replica other;
  private boolean isFenced;
  private ActiveSync sync;
  private StateKeeper state = StateKeeper.NONE;

  /**
   * @param metric the metric at a time since the start
   */
  RestartedController(
      HorizontalPodAutoscaler hpa,
      int replicas,
      StateOptions options,
      Function<Duration, MetricResult> metric)
      throws InterruptedException {
    this.hpa = hpa;
    this.replicas = replicas;
    this.metric = metric;
    this.options = options;
    autoscalers.put(hpa);
    sync = started();
  }

  /** The writes so far. */
  List<Write> writes() {
    return writes;
  }

  /** The counts written so far. */
  List<Integer> counts() {
    return writes.stream().map(Write::replicas).toList();
  }

  private Duration time() {
    return Duration.between(START, timeline.now());
  }

  private ActiveSync started() throws InterruptedException {
    Histories histories = new Histories(timeline);
    if (options.storage() == StateStorage.CONFIG_MAP) {
      WriteFence fence =
          namespace -> isFenced ? Duration.ZERO : WriteFence.OPEN.remaining(namespace);
      state =
          new CheckpointKeeper(
              new StateSettings(options, "kube-system", "lease", "run-" + ++started),
              Set.of(new HistorySection(histories, autoscalers, ControllerOptions.DEFAULTS)),
              autoscalers,
              shard -> new StateAccess(configMaps, fence),
              timeline,
              new CallerRuns());
      state.load(Shard.ONLY);
    }
    DecisionMaker decisions =
        new DecisionMaker(
            ControllerOptions.DEFAULTS.settings(),
            new Target(),
            (autoscaler, queries, memory) ->
                queries.stream().map(each -> metric.apply(time())).toList(),
            (autoscaler, selector, choice, memory) ->
                new PodSource.Selected(
                    new Selection(List.of(), List.of(autoscaler.toString())), List.of(), false),
            hpa -> new OptionsReader(Map.of(), Set.of(OptionKey.values())).read(hpa, Map.of()),
            histories);
    Actuator actuator =
        new Actuator(
            new Target(),
            this::writeStatus,
            (autoscaler, event) -> {},
            PodDeletionHints.NONE,
            histories,
            attempt -> {});
    StateKeeper kept = state;
    return new ActiveSync(new Reconciler(decisions, actuator), kept::restore, kept::forget);
  }

  private String writeStatus(HorizontalPodAutoscaler written) {
    hpa = HpaVersion.V2.decode(HpaVersion.V2.encode(written).toString());
    autoscalers.put(hpa);
    return "";
  }

  /** Lets time pass, with a sync at each multiple of the sync period. */
  void runUntil(Duration end) {
    while (time().compareTo(end) < 0) {
      long left = SYNC_PERIOD.toSeconds() - time().toSeconds() % SYNC_PERIOD.toSeconds();
      Duration step = Duration.ofSeconds(left);
      Duration most = end.minus(time());
      timeline.advance(step.compareTo(most) < 0 ? step : most);
      if (time().toSeconds() % SYNC_PERIOD.toSeconds() == 0) {
        sync.sync(hpa, SyncMemory.UNLIMITED, result -> {});
      }
    }
  }

  /** A replica that holds the shard of the autoscaler, or held it before. */
  private record Replica(ActiveSync sync, StateKeeper state) {}

  /**
   * The replica hands over the shard of the autoscaler to another one, which it keeps for later.
   */
  void handOver() throws InterruptedException {
    Replica holder = new Replica(sync, state);
    Replica next = other;
    state.release(Shard.ONLY);
    sync.forget(key());
    if (next == null) {
      sync = started();
    } else {
      next.state.load(Shard.ONLY);
      sync = next.sync;
      state = next.state;
    }
    other = holder;
  }

  /** Replaces the controller after it saved its state. */
  void restart() throws InterruptedException {
    state.close();
    sync = started();
  }

  /** Replaces the controller, which ends without saving its state. */
  void crash() throws InterruptedException {
    isFenced = true;
    state.close();
    isFenced = false;
    sync = started();
  }

  @Override
  public void close() {
    state.close();
    Replica former = other;
    if (former != null) {
      former.state.close();
    }
    timeline.close();
  }

  private final class Target implements ScaleClient {
    @Override
    public TargetScale read(String namespace, CrossVersionObjectReference target) {
      return new TargetScale(
          "shop",
          "web",
          "apps",
          "deployments",
          ObjectMeta.EMPTY,
          new Scale("shop", "web", null, "1", replicas, replicas, "app=web"));
    }

    @Override
    public TargetScale reread(TargetScale target) {
      return target;
    }

    @Override
    public TargetScale write(TargetScale target) {
      replicas = target.scale().specReplicas();
      writes.add(new Write(time(), replicas));
      return target;
    }
  }

  /** The key of the autoscaler. */
  NamespacedName key() {
    return NamespacedName.of(hpa.metadata());
  }
}
