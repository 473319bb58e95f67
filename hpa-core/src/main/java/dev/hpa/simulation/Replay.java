package dev.hpa.simulation;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Drain;
import dev.hpa.core.Outages;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.Reasoning;
import dev.hpa.core.Rollout;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Options;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Replays an autoscaler against a recorded load: at each sync {@link Planner} and {@link Decider}
 * decide as in the controller, and between two syncs pods, load and measurements advance in arrays.
 *
 * <p>{@link ReplayWorkload} lists what is simplified. Times are milliseconds since the start of the
 * load.
 */
public final class Replay {
  private static final ScaleOutcome WRITTEN = new ScaleOutcome.Written();

  private final ReplayWorkload workload;
  private final ReplaySetup setup;
  private final Options options;
  private final Settings settings;
  private final ReplayLimits limits;
  private final long syncPeriod;
  private final long step;
  private final long scrapeInterval;
  private final PodFleet pods;
  private final List<MetricMeter> meters;
  private final boolean hasListener;
  private final ReplayResult.Recorder syncs = new ReplayResult.Recorder();
  private HorizontalPodAutoscaler hpa;
  private History history = History.EMPTY;
  private ReplayAccount account;
  private @Nullable Plan plan;
  private @Nullable Bounds plannedBounds;
  private @Nullable Mode plannedMode;
  private int plannedReplicas;
  private long now;
  private boolean isLimited;

  private Replay(ReplayWorkload workload, HorizontalPodAutoscaler hpa, ReplaySetup setup) {
    this.setup = setup;
    this.limits = setup.limits();
    limits.requireReplicas(workload.replicas());
    this.workload = workload;
    this.hpa = hpa;
    this.options = setup.options().appliedTo(hpa.spec(), setup.settings().scaleToZero());
    this.settings = setup.settings().with(this.options);
    this.syncPeriod =
        Objects.requireNonNullElse(this.options.syncPeriod(), setup.syncPeriod()).toMillis();
    this.step = workload.step().toMillis();
    this.scrapeInterval = workload.scrapeInterval().toMillis();
    this.hasListener = !setup.listener().equals(ReplayListener.NONE);
    this.pods = new PodFleet(workload);
    pods.apply(0);
    this.meters =
        workload.metrics().stream()
            .map(each -> new MetricMeter(each, workload, pods.ready()))
            .toList();
    this.account = account(0);
  }

  private ReplayAccount account(long opened) {
    return new ReplayAccount(workload.start(), workload.capacity(), opened, pods.size());
  }

  /** Replays with the default sync period. */
  public static ReplayResult run(
      ReplayWorkload workload, HorizontalPodAutoscaler hpa, Options options, Settings settings) {
    return run(workload, hpa, ReplaySetup.of(options, settings));
  }

  /**
   * Replays an autoscaler from the first to the last sample of a load. The first sync is at the
   * first sample; one at the end of the warm-up is its last.
   *
   * @param hpa valid and defaulted, with as many metrics as the workload has loads; its status is
   *     that at the start
   * @throws IllegalArgumentException if the numbers of metrics and loads differ
   * @throws ReplayLimitException if the replay reaches a limit
   */
  public static ReplayResult run(
      ReplayWorkload workload, HorizontalPodAutoscaler hpa, ReplaySetup setup) {
    if (workload.metrics().size() != hpa.spec().metricsOrEmpty().size()) {
      throw new IllegalArgumentException(
          workload.metrics().size()
              + " loads for "
              + hpa.spec().metricsOrEmpty().size()
              + " metrics");
    }
    return new Replay(workload, hpa, setup).run();
  }

  private ReplayResult run() {
    long end = workload.length().toMillis();
    long counted = workload.warmUp().toMillis();
    boolean isOpen = false;
    limits.requireSyncs(end / syncPeriod + 1);
    long period = 0;
    for (long at = 0; at <= end; at = Math.min(period, nextBounds(at))) {
      if (at == period) {
        period += syncPeriod;
      }
      if (!isOpen && at > counted) {
        open(counted);
        isOpen = true;
      }
      limits.requireTime(
          Math.clamp((long) pods.existing() * workload.metrics().size(), 1, Integer.MAX_VALUE));
      advance(at);
      sync();
      if (!isOpen && at == counted) {
        open(counted);
        isOpen = true;
      }
    }
    if (!isOpen) {
      open(counted);
    }
    advance(end);
    return syncs.result(workload.start(), account.figures());
  }

  private void open(long counted) {
    advance(counted);
    account = account(counted);
    if (hasListener) {
      setup.listener().opened(moment(workload.start().plusMillis(now), pods.size()));
    }
  }

  /** The autoscaler is also synced when a schedule begins or ends. */
  private long nextBounds(long time) {
    if (options.schedules().isEmpty()) {
      return Long.MAX_VALUE;
    }
    Instant next = Bounds.nextChange(options.schedules(), workload.start().plusMillis(time));
    return next == null
        ? Long.MAX_VALUE
        : Math.max(time + 1, Duration.between(workload.start(), next).toMillis());
  }

  private void advance(long to) {
    while (now < to) {
      long next = Math.min(to, Math.min((now / step + 1) * step, nextScrape()));
      next = Math.min(next, Math.max(now, pods.nextChange()));
      boolean isLater = next > now;
      if (isLater) {
        segment(next);
      }
      int ready = pods.ready();
      pods.apply(now);
      if (pods.ready() > ready) {
        meters.forEach(meter -> meter.ready(ready, pods.ready()));
      }
      if (isLater && now % scrapeInterval == 0) {
        meters.forEach(meter -> meter.scrape(pods.ready()));
      }
    }
  }

  private long nextScrape() {
    return (now / scrapeInterval + 1) * scrapeInterval;
  }

  private void segment(long to) {
    for (MetricMeter each : meters) {
      each.advance(now, to, pods.ready());
    }
    double first = workload.demand().between((double) now / step);
    double last = workload.demand().before((double) to / step);
    account.advance(now, to, pods, first, last, isLimited);
    now = to;
  }

  private void sync() {
    Instant time = workload.start().plusMillis(now);
    follow(time);
    int current = pods.size();
    int ready = pods.ready();
    Situation situation = situation(time, current);
    Decision decision = Decider.decide(situation);
    Conclusion conclusion;
    int desired = current;
    switch (decision) {
      case Decision.Ended ended -> conclusion = ended.conclusion();
      case Decision.Rescale rescale -> {
        conclusion = rescale.conclude(WRITTEN, time);
        desired = rescale.desired();
      }
    }
    history = conclusion.history();
    if (conclusion.statusChanged()) {
      hpa = hpa.withStatus(conclusion.status());
    }
    Reasoning.@Nullable ComputedReplicas computed = decision.reasoning().computed();
    isLimited = computed != null && computed.recommendation() > bounds(time).max();
    syncs.add(now, current, ready, computed == null ? desired : computed.recommendation(), desired);
    account.synced(conclusion.desiredReplicas() == null);
    if (hasListener) {
      setup.listener().synced(situation, decision, conclusion, moment(time, desired));
    }
    if (desired != current) {
      limits.requireReplicas(desired);
      account.scaled(time, current, desired);
      pods.scale(desired, now);
    }
  }

  private void follow(Instant time) {
    hpa = setup.course().autoscaler(time, hpa);
    int replayed = pods.size();
    int known = setup.course().replicas(time, replayed);
    if (known == replayed) {
      return;
    }
    limits.requireReplicas(known);
    Behavior behavior = hpa.spec().behavior();
    if (behavior != null) {
      history = history.scaled(replayed, known, behavior, time);
    }
    history =
        known > replayed
            ? history.withRecommendation(new History.Recommendation(known, time))
            : history.withRecommendationsUpTo(known);
    account.scaled(time, replayed, known);
    pods.scale(known, now);
  }

  private ReplayMoment moment(Instant time, int replicas) {
    return new ReplayMoment(
        time,
        replicas,
        hpa.status().desiredReplicas(),
        pods.ready(),
        pods.existing(),
        bounds(time),
        account.unserved());
  }

  private Bounds bounds(Instant time) {
    return options.bounds(hpa.spec(), time);
  }

  private Situation situation(Instant time, int current) {
    Scale scale = new Scale("default", "workload", null, "", current, pods.existing(), "app=app");
    Plan plan = plan(scale, time);
    Selection selection = Selection.EMPTY;
    List<MetricResult> results = List.of();
    if (plan instanceof Plan.Measure measure) {
      selection = new Selection(pods.pods(), List.of());
      results = read(measure);
    }
    Situation situation =
        Situation.of(
            hpa, scale, plan, selection, results, history.seeded(current, time), settings, time);
    return options.isEmpty()
        ? situation
        : withForecasts(situation.with(new Situation.Context(options, Rollout.NONE, Outages.NONE)));
  }

  private Situation withForecasts(Situation situation) {
    return options.forecast() == null || situation.metrics().isEmpty()
        ? situation
        : situation.with(situation.context().with(setup.forecasts().apply(situation)));
  }

  /** A plan depends on the replicas, the bounds and the mode; it is made again if one changes. */
  private Plan plan(Scale scale, Instant time) {
    Bounds bounds = bounds(time);
    Mode mode = options.modeAt(time);
    int current = scale.specReplicas();
    Plan known = plan;
    if (known == null
        || current == 0
        || current != plannedReplicas
        || mode != plannedMode
        || !bounds.equals(plannedBounds)) {
      known = Planner.plan(hpa, scale, options, Drain.NONE, time, settings);
      plan = known;
      plannedReplicas = current;
      plannedMode = mode;
      plannedBounds = bounds;
    }
    return known;
  }

  /** The results of the metrics that can be read, in the order of the spec. */
  private List<MetricResult> read(Plan.Measure measure) {
    List<MetricResult> results = new ArrayList<>(meters.size());
    for (int i = 0; i < meters.size(); i++) {
      if (measure.metrics().get(i) instanceof Plan.Queried queried) {
        MetricQuery query = queried.query();
        results.add(meters.get(i).read(query, pods, now, workload.start()));
      }
    }
    return results;
  }
}
