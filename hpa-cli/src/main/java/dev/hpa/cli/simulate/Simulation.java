package dev.hpa.cli.simulate;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.forecast.PastLoads;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.reconcile.Actuator;
import dev.hpa.controller.reconcile.CachedPods;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.PodDeletionHints;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.reconcile.Reconciler;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.LoadProfile;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.simulation.ReplayLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One autoscaler and its workload on a separate cluster, in virtual time. The reconciler and the
 * algorithm are those of the controller, the cluster and the pods those of the sandbox. Used once,
 * by one thread.
 */
final class Simulation {

  /**
   * The most pods, added up over all syncs: 1,000 pods for a month at the default sync period,
   * which take minutes.
   */
  static final long MAX_POD_SYNCS = 200_000_000;

  /** A pod that starts costs as much as this number of syncs of it. */
  static final int SYNCS_OF_A_START = 100;

  private static final String LOAD = "sandbox.hpa.dev/load";
  private static final String LOAD_NAME = "demand";

  /** Receives the time that is simulated so far. */
  @FunctionalInterface
  interface Progress {
    void simulated(Duration done, Duration total);
  }

  private final ReplayLimits limits;
  private final Progress progress;
  private final Variant variant;
  private final Demand demand;
  private final SimulateOptions options;
  private final TimeRange counted;
  private final Instant begin;
  private final VirtualTimeline timeline;
  private final LivePods pods;
  private final SimulatedScale scale;
  private final Reconciler reconciler;
  private final @Nullable Double capacityPerPod;
  private final List<Schedule> schedules;
  private final List<Snapshot> moments = new ArrayList<>();
  private final List<ScaleEvent> scaleEvents = new ArrayList<>();
  private final Map<String, Failure> failures = new LinkedHashMap<>();

  private HorizontalPodAutoscaler hpa;
  private @Nullable Instant lastLook;
  private @Nullable CostAccount account;
  private double unmetBefore;
  private long decisions;
  private long failed;
  private long podSyncs;

  private Simulation(
      Variant variant,
      Demand demand,
      TimeRange counted,
      SimulateOptions options,
      long maxPodSyncs,
      Progress progress)
      throws UnusableInputException {
    this.limits =
        new ReplayLimits(
            ReplayLimits.CLUSTER.replicas(), Long.MAX_VALUE, () -> podSyncs <= maxPodSyncs);
    this.progress = progress;
    this.variant = variant;
    this.demand = demand;
    this.options = options;
    this.counted = counted;
    this.hpa = variant.hpa();
    limits.requireReplicas(variant.replicas());
    this.schedules = variant.options(options.settings().scaleToZero()).schedules();
    this.begin = options.begin(demand, counted);
    this.timeline = new VirtualTimeline(begin);
    Cluster cluster = new Cluster(new Store(), timeline);
    LoadProfile cpu = variant.cpu(demand, begin);
    WorkloadSimulator simulator =
        new WorkloadSimulator(
            cluster, options.pods().withWriteEvents(false), Map.of(LOAD_NAME, cpu));
    simulator.start();
    this.pods =
        new LivePods(cluster, options.settings().differences().utilizationBase(), this::advance);
    ObjectKey key = new ObjectKey(variant.namespace(), variant.workloadName());
    variant.createIn(cluster, Map.of(LOAD, "trace:" + LOAD_NAME));
    this.scale = new SimulatedScale(cluster, variant.workloadType(), key);
    this.capacityPerPod = variant.capacityPerPod(demand, options.givenCapacity(), cluster);
    Histories histories = new Histories(timeline);
    SelectorRegistry selectors = new SelectorRegistry();
    selectors.register(NamespacedName.of(variant.hpa().metadata()));
    this.reconciler =
        new Reconciler(
            new DecisionMaker(
                options.settings(),
                scale,
                new SimulatedMetrics(
                    demand,
                    variant,
                    simulator.metrics(),
                    pods,
                    timeline,
                    options.pods().scrapeInterval(),
                    options.queueing()),
                new CachedPods(pods.index(), selectors, Owners.UNKNOWN),
                OptionSources.ofAnnotations(
                    OptionsReader.UNRESTRICTED,
                    new LoadForecasts(options.forecasters(), PastLoads.NONE)),
                histories,
                timeline::now),
            new Actuator(
                scale,
                this::written,
                (about, event) -> {},
                PodDeletionHints.NONE,
                histories,
                timeline::now,
                attempt -> {}),
            timeline::now);
  }

  /**
   * Simulates a variant from the warm-up to the end of the counted time.
   *
   * @param maxPodSyncs the most pods, added up over all syncs; a start counts {@link
   *     #SYNCS_OF_A_START}
   * @param progress called before each sync
   * @throws ReplayLimitException if there are more replicas or pods
   */
  static VariantResult run(
      Variant variant,
      Demand demand,
      TimeRange counted,
      SimulateOptions options,
      long maxPodSyncs,
      Progress progress)
      throws UnusableInputException {
    return new Simulation(variant, demand, counted, options, maxPodSyncs, progress).run();
  }

  private VariantResult run() {
    timeline.every(options.syncPeriod(), this::sample);
    scheduleLook();
    timeline.advance(Duration.between(begin, counted.from()));
    CostAccount opened = open();
    timeline.advance(counted.length());
    advance();
    long ups = scaleEvents.stream().filter(ScaleEvent::isUp).count();
    return new VariantResult(
        variant,
        variant.options(options.settings().scaleToZero()),
        capacityPerPod,
        opened.summary(ups, scaleEvents.size() - ups, flaps(), decisions, failed),
        moments,
        scaleEvents,
        List.copyOf(failures.values()),
        LatencyFigures.of(options.queueing(), moments));
  }

  private CostAccount open() {
    int replicas = scale.scale().specReplicas();
    CostAccount opened =
        new CostAccount(counted.from(), demand, capacityPerPod, bounds().max(), replicas);
    account = opened;
    moments.add(moment(opened));
    return opened;
  }

  /** Advances the account to the current time, with the previous numbers of pods. */
  private void advance() {
    if (account != null) {
      account.advance(timeline.now(), pods.size(), pods.ready().size());
    }
  }

  /** The autoscaler is also synced when a schedule begins or ends. */
  private void scheduleLook() {
    Instant next = Bounds.nextChange(schedules, timeline.now());
    if (next != null) {
      timeline.schedule(
          Duration.between(timeline.now(), next),
          () -> {
            sample();
            scheduleLook();
          });
    }
  }

  private Bounds bounds() {
    return Bounds.of(hpa.spec(), schedules, timeline.now());
  }

  private void sample() {
    if (timeline.now().equals(lastLook)) {
      // A schedule begins or ends at the time of an ordinary sync.
      return;
    }
    lastLook = timeline.now();
    progress.simulated(Duration.between(begin, lastLook), Duration.between(begin, counted.to()));
    podSyncs += pods.size();
    limits.requireTime();
    advance();
    if (account != null) {
      account.bound(bounds().max());
    }
    ReconcileResult cycle = reconciler.reconcile(hpa);
    podSyncs += (long) SYNCS_OF_A_START * started(cycle);
    CostAccount open = account;
    if (open != null) {
      note(open, cycle);
    }
  }

  private static int started(ReconcileResult cycle) {
    Integer from = cycle.currentReplicas();
    Integer to = cycle.scaledTo();
    return from == null || to == null ? 0 : Math.max(0, to - from);
  }

  private void note(CostAccount open, ReconcileResult cycle) {
    decisions++;
    if (cycle.error() != null) {
      failed++;
      failures.merge(
          cycle.error(),
          new Failure(cycle.at(), 1, cycle.error()),
          (known, again) -> new Failure(known.first(), known.times() + 1, known.message()));
    }
    Integer to = cycle.scaledTo();
    Integer from = cycle.currentReplicas();
    if (to != null && from != null) {
      open.replicas(to);
      String reason = cycle.events().isEmpty() ? "" : cycle.events().getLast().message();
      scaleEvents.add(new ScaleEvent(cycle.at(), from, to, reason));
    }
    moments.add(moment(open));
  }

  private Snapshot moment(CostAccount open) {
    Instant now = timeline.now();
    Instant before = moments.isEmpty() ? now : moments.getLast().at();
    double seconds = Duration.between(before, now).toNanos() / 1e9;
    double lost = open.unmet() - unmetBefore;
    unmetBefore = open.unmet();
    Bounds bounds = bounds();
    Double perPod = capacityPerPod;
    Double asked = demand.recordedAt(now);
    return new Snapshot(
        now,
        asked,
        perPod == null ? null : Double.valueOf(perPod * pods.ready().size()),
        perPod == null || asked == null ? null : Double.valueOf(seconds == 0 ? 0 : lost / seconds),
        scale.scale().specReplicas(),
        hpa.status().desiredReplicas(),
        pods.ready().size(),
        pods.size(),
        bounds.min(),
        bounds.max());
  }

  private String written(HorizontalPodAutoscaler changed) {
    hpa = changed;
    return "";
  }

  private long flaps() {
    FlapCounter counter = new FlapCounter(options.flapWindow());
    scaleEvents.forEach(each -> counter.add(each.at(), each.isUp()));
    return counter.flaps();
  }
}
