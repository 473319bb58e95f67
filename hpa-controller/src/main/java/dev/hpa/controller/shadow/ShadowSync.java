package dev.hpa.controller.shadow;

import dev.hpa.api.Behavior;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.AutoscalerSync;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.LoopObserver;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Plan;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares decisions with those of an active controller, without writing.
 *
 * <p>Each status the active controller writes is one of its syncs. As soon as the watch delivers
 * it, this controller reads the metrics and decides from the state before it; {@link
 * DecisionReplay} defines the comparison. A difference is reported when the next sync confirms it.
 * While the active controller writes nothing, this one syncs once a period, and reports a change it
 * decides on for longer than {@link Timing#grace}.
 *
 * <p>The history consists of the scale events of the active controller and the recommendations of
 * this controller at the syncs of the active one. Metrics are read once more between two syncs, to
 * get the sample that the active controller may have read just before it changed.
 *
 * <p>When the active controller is another process than before, as after a restart, it has no
 * history, and the comparison begins anew.
 */
public final class ShadowSync implements AutoscalerSync, LoopObserver {

  /** The shortest sync period of which decisions can be compared reliably. */
  public static final Duration SHORTEST_PERIOD = Timing.SHORTEST;

  private static final Logger LOG = LoggerFactory.getLogger(ShadowSync.class);

  private static final Duration SUMMARY_PERIOD = Duration.ofMinutes(1);

  private final Settings settings;
  private final MemoryPool memory;
  private final DecisionMaker decisions;
  private final Histories histories;
  private final Timeline timeline;
  private final Timing timing;
  private final ClusterSnapshots views;
  private final boolean isReported;
  private final ShadowStatistics statistics;
  private final Explanations explanations;
  private final ActiveLeader leader;
  private final AtomicReference<Instant> leaderSince = new AtomicReference<>(Instant.MIN);
  private final Map<NamespacedName, ShadowState> observed = new ConcurrentHashMap<>();
  private final ProcessDelays delays;
  private volatile Timeline.Scheduled summaries = () -> {};
  private volatile Timeline.Scheduled pulses = () -> {};

  /**
   * @param period the sync period of both controllers
   * @param isReported whether the comparison is logged
   * @param memory for readings and states of pods, until they are compared
   */
  public ShadowSync(
      Settings settings,
      Duration period,
      boolean isReported,
      MemoryPool memory,
      DecisionMaker decisions,
      Histories histories,
      PodIndex pods,
      ActiveLeader leader,
      Timeline timeline) {
    this.settings = settings;
    this.memory = memory;
    this.isReported = isReported;
    this.explanations = new Explanations(settings, memory);
    this.statistics = new ShadowStatistics(isReported, explanations::text);
    this.leader = leader;
    this.decisions = decisions;
    this.histories = histories;
    this.timeline = timeline;
    this.timing = new Timing(period);
    this.delays = new ProcessDelays(timeline.now());
    PodChangeLog changes =
        new PodChangeLog(
            pods,
            period.multipliedBy(3).plus(Timing.LAG),
            timeline::now,
            memory.size(MemoryPart.CHANGES));
    pods.onChange(changes);
    this.views = new ClusterSnapshots(changes);
  }

  /** The statistics of the comparison. */
  public ShadowStatistics statistics() {
    return statistics;
  }

  /** The problem of a sync period that is shorter than {@link #SHORTEST_PERIOD}. */
  public static String tooShort(Duration period) {
    return "\"%s\" is shorter than %s: differences that shadow mode reports may be wrong"
        .formatted(GoDuration.format(period), GoDuration.format(SHORTEST_PERIOD));
  }

  @Override
  public void started() {
    if (timing.isShort()) {
      LOG.warn(
          "horizontal-pod-autoscaler-sync-period: {}; compare with a longer period",
          tooShort(timing.period()));
    }
    delays.pulse(timeline.now());
    pulses = timeline.every(ProcessDelays.PULSE, () -> delays.pulse(timeline.now()));
    if (isReported) {
      summaries = timeline.every(SUMMARY_PERIOD, statistics::summarize);
    }
  }

  @Override
  public boolean seen(@Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    ShadowState state = state(after);
    if (before == null || !state.isOf(after)) {
      return false;
    }
    Instant now = timeline.now();
    StatusWrite write = new StatusWrite(before, after, now, delays.isDelayed(now));
    if (write.isChange()) {
      state.add(write);
    }
    return write.isChange();
  }

  @Override
  public void sync(
      HorizontalPodAutoscaler hpa, SyncMemory memory, Consumer<ReconcileResult> ended) {
    if (!state(hpa).isOf(hpa)) {
      forget(key(hpa));
    }
    ShadowState state = state(hpa);
    Instant now = timeline.now();
    try {
      sync(state, hpa, memory, ended);
    } catch (DeferredSyncException later) {
      // The write that it was to be compared with is not compared any more.
      restart(state, key(hpa), now);
      throw later;
    }
  }

  private void sync(
      ShadowState state,
      HorizontalPodAutoscaler hpa,
      SyncMemory memory,
      Consumer<ReconcileResult> ended) {
    Instant now = timeline.now();
    Instant changed = leader.changed(now);
    if (isNewLeader(changed)) {
      explanations.restart();
    }
    if (state.isOlder(changed)) {
      restart(state, key(hpa), now);
    }
    StatusWrite first = state.nextWrite();
    if (first == null) {
      if (state.syncedWithin(timing.fresh(), now)) {
        state.read(decide(hpa, memory));
      } else {
        ended.accept(observe(state, hpa, memory));
      }
    }
    for (StatusWrite write = first; write != null; write = state.nextWrite()) {
      compare(state, write, memory).ifPresent(ended);
    }
  }

  private boolean isNewLeader(Instant changed) {
    return changed.isAfter(leaderSince.getAndAccumulate(changed, ShadowSync::later));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** The active controller has no history, or this one missed a part of it. */
  private void restart(ShadowState state, NamespacedName key, Instant now) {
    state.learning.restart(now);
    state.recommendations.interrupt();
    explanations.forget(key);
  }

  private Optional<ReconcileResult> compare(
      ShadowState state, StatusWrite write, SyncMemory memory) {
    Instant now = timeline.now();
    if (!state.written(write) || write.isDelayed()) {
      restart(state, key(write.after()), now);
    }
    if (write.at().plus(timing.period()).isBefore(now)) {
      // Metrics read now are not those of the write.
      restart(state, key(write.after()), now);
      follow(write);
      return Optional.empty();
    }
    ReconcileResult result = decide(state, write, memory);
    Situation situation = result.situation();
    if (situation != null && !state.hasRoomFor(situation)) {
      // What is not compared is missing in the history that is compared next.
      restart(state, key(write.after()), now);
    } else if (situation != null && isDecided(result)) {
      state.learning.synced(now);
      complete(state, situation, now);
      if (write.isDecision()) {
        state.recommendations.addUnwritten(write.at());
        compare(state, write, result, situation);
      }
    }
    if (!write.isDecision()) {
      state.recommendations.interrupt();
      explanations.interrupt(key(write.after()));
    }
    follow(write);
    state.synced(result, now);
    return Optional.of(result);
  }

  /** Decides from the state before a write. */
  private ReconcileResult decide(ShadowState state, StatusWrite write, SyncMemory memory) {
    HorizontalPodAutoscaler found = write.found();
    TargetScale target = state.lastTarget();
    if (write.isScaleEvent() && target != null) {
      return decide(found, withReplicas(target, write.from()), memory);
    }
    ReconcileResult result = decide(found, memory);
    TargetScale read = result.target();
    return read == null || read.scale().specReplicas() == write.from()
        ? result
        : decide(found, withReplicas(read, write.from()), memory);
  }

  private ReconcileResult decide(HorizontalPodAutoscaler hpa, SyncMemory memory) {
    return decisions.decide(hpa, memory).withoutWrites();
  }

  private ReconcileResult decide(
      HorizontalPodAutoscaler hpa, TargetScale target, SyncMemory memory) {
    return decisions.decide(hpa, target, memory).withoutWrites();
  }

  private static TargetScale withReplicas(TargetScale target, int replicas) {
    return target.withScale(target.scale().withSpecReplicas(replicas));
  }

  private void compare(
      ShadowState state, StatusWrite write, ReconcileResult result, Situation situation) {
    NamespacedName key = key(result.hpa());
    Instant now = timeline.now();
    Readings fresh = new Readings(situation.results(), false);
    List<Readings> readings = new ArrayList<>(List.of(fresh));
    readings.addAll(variants(state, fresh, situation.plan()));
    readings.addAll(fresh.sampledEarlier(situation.now()));
    List<ClusterSnapshot> before = views.before(write, situation, now);
    Set<String> deleted = withoutValues(state, fresh, before.getFirst(), situation);
    if (!deleted.isEmpty()) {
      readings.add(fresh.restored(deleted));
    }
    PendingComparison comparison =
        new PendingComparison(
            write,
            situation,
            before,
            readings,
            histories(state.recommendations, situation, write.at()),
            false);
    DecisionReplay ours = comparison.reassessed();
    if (isComputed(ours)) {
      state.recommendations.written(write, recommended(ours, write));
    }
    remember(key, ours);
    boolean isDifferent = false;
    if (!ours.excludes(write.to())) {
      agree(key, write, ours);
      state.missed.end();
    } else if (isLearning(state, write)) {
      statistics.learn();
      state.missed.end();
    } else if (write.isScaleEvent()) {
      state.missed.end();
      isDifferent = true;
    } else {
      isDifferent = ours.matched();
      wanted(state, key, write.after().status(), ours);
    }
    state.pending.add(comparison.withDifferent(isDifferent));
  }

  private static List<Readings> variants(ShadowState state, Readings fresh, Plan plan) {
    return state.lastReadings(plan).stream()
        .flatMap(each -> fresh.variants(each).stream())
        .toList();
  }

  /** Pods that the sync may have measured: they have just lost their value, or been deleted. */
  private static Set<String> withoutValues(
      ShadowState state, Readings fresh, ClusterSnapshot view, Situation situation) {
    Set<String> missing = new HashSet<>();
    state.lastReadings(situation.plan()).forEach(each -> missing.addAll(fresh.missing(each)));
    missing.retainAll(view.pods().stream().map(Pod::name).collect(Collectors.toSet()));
    missing.addAll(ClusterSnapshots.deleted(view, situation));
    return missing;
  }

  static Set<Integer> recommended(DecisionReplay ours, StatusWrite write) {
    return ours.recommended(write.to(), StatusText.reasons(write.after().status()));
  }

  private void agree(NamespacedName key, StatusWrite write, DecisionReplay ours) {
    boolean sameReasons =
        ours.count() != write.to()
            || StatusText.reasons(write.after().status())
                .equals(StatusText.reasons(status(ours.decision())));
    statistics.agree(key, sameReasons, write.isScaleEvent());
  }

  /** Reports the differences that later states do not explain. */
  private void complete(ShadowState state, Situation later, Instant now) {
    Iterator<PendingComparison> all = state.pending.iterator();
    while (all.hasNext()) {
      PendingComparison comparison = all.next();
      StatusWrite write = comparison.write();
      if (!write.at().plus(Timing.LAG).isAfter(now)) {
        all.remove();
        PendingComparison whole =
            comparison.with(views.around(write, comparison.base(), later, now));
        DecisionReplay ours = whole.reassessed();
        state.recommendations.replace(recommended(ours, write), write.at());
        explain(state, whole, ours);
        if (comparison.isDifferent()) {
          conclude(state, write, ours);
        }
      }
    }
  }

  private void explain(ShadowState state, PendingComparison comparison, DecisionReplay ours) {
    StatusWrite write = comparison.write();
    Explanations.Comparison own =
        isLearning(state, write)
            ? Explanations.Comparison.LEARNING
            : ours.excludes(write.to())
                ? Explanations.Comparison.DIFFERENT
                : Explanations.Comparison.SAME;
    explanations.compare(
        key(write.after()),
        write,
        state.recommendations,
        own,
        (other, recommendations) ->
            comparison
                .under(other, histories(recommendations, comparison.base(), write.at()))
                .reassessed(),
        ShadowState.bytes(comparison.base()));
  }

  private boolean isLearning(ShadowState state, StatusWrite write) {
    return state.learning.lasts(write.after().spec(), settings, timeline.now());
  }

  private void conclude(ShadowState state, StatusWrite write, DecisionReplay ours) {
    NamespacedName key = key(write.after());
    if (!ours.excludes(write.to())) {
      agree(key, write, ours);
    } else if (isLearning(state, write)) {
      statistics.learn();
    } else if (write.isScaleEvent() || state.missed.report()) {
      differ(key, write.from(), write.to(), write.after().status(), ours);
    }
  }

  private void wanted(
      ShadowState state, NamespacedName key, HpaStatus active, DecisionReplay ours) {
    int replicas = ours.situation().scale().specReplicas();
    if (state.missed.wanted(ours.count() - replicas, timeline.now())) {
      differ(key, replicas, replicas, active, ours);
    }
  }

  private void differ(
      NamespacedName key, int from, int active, HpaStatus status, DecisionReplay ours) {
    statistics.differ(
        key, new Difference(from, active, ours.count(), status, status(ours.decision())));
  }

  /** Syncs while the active controller writes nothing. */
  private ReconcileResult observe(
      ShadowState state, HorizontalPodAutoscaler hpa, SyncMemory memory) {
    Instant now = timeline.now();
    ReconcileResult result = decide(hpa, memory);
    Situation situation = result.situation();
    if (situation != null && isDecided(result) && state.hasRoomFor(situation)) {
      state.learning.synced(now);
      complete(state, situation, now);
      observe(state, result, situation);
    } else {
      state.missed.end();
    }
    state.synced(result, now);
    return result;
  }

  private void observe(ShadowState state, ReconcileResult result, Situation situation) {
    Instant now = timeline.now();
    NamespacedName key = key(result.hpa());
    HpaStatus active = result.hpa().status();
    ReportedMetrics reported = new ReportedMetrics(active.currentMetricsOrEmpty());
    Decision decision = result.decision();
    DecisionReplay ours =
        DecisionReplay.of(
            situation,
            views.now(situation, now),
            List.of(new Readings(situation.results(), false)),
            reported,
            histories(state.recommendations, situation, now));
    boolean matches = reported.match(situation.plan(), DecisionReplay.metrics(decision));
    if (state.isQuiet(matches ? timing.unchanged() : timing.longestGap(), now)) {
      int found = situation.scale().specReplicas();
      Set<Integer> recommended = ours.recommended(found, StatusText.reasons(active));
      if (isComputed(ours)) {
        state.recommendations.add(recommended, now, timing.period());
      }
      remember(key, ours);
    }
    if (active.conditionsOrEmpty().isEmpty()) {
      return;
    }
    int replicas = situation.scale().specReplicas();
    if (!ours.excludes(replicas)) {
      state.missed.end();
      statistics.agree(key);
    } else if (state.learning.lasts(result.hpa().spec(), settings, now)) {
      state.missed.end();
      statistics.learn();
    } else {
      wanted(state, key, active, ours);
    }
  }

  /**
   * The possible histories: recommendations and scale events.
   *
   * @param at the time of the decision, on the timeline
   */
  private Set<History> histories(Recommendations recommendations, Situation situation, Instant at) {
    Duration ahead = Duration.between(timeline.now(), timeline.wall());
    return new ScaleEventTimes(situation.hpa().spec().behavior(), at.plus(ahead), timing)
        .variants(situation.history()).stream()
            .flatMap(each -> recommendations.histories(each, at, ahead).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean isComputed(DecisionReplay ours) {
    return ours.decision().reasoning().computed() != null;
  }

  private void remember(NamespacedName key, DecisionReplay ours) {
    Conclusion conclusion = conclusion(ours.decision());
    histories.update(key, known -> known.withRecommendationsOf(conclusion.history()));
  }

  /** Stores the scale event of a write. */
  private void follow(StatusWrite write) {
    Instant scaled = write.after().status().lastScaleTime();
    Behavior behavior = write.after().spec().behavior();
    if (write.isScaleEvent() && behavior != null && scaled != null) {
      histories.update(
          key(write.after()), known -> known.scaled(write.from(), write.to(), behavior, scaled));
    }
  }

  private static boolean isDecided(ReconcileResult result) {
    return StatusWrite.isDecision(result.status());
  }

  private Conclusion conclusion(Decision decision) {
    return switch (decision) {
      case Decision.Ended ended -> ended.conclusion();
      case Decision.Rescale rescale ->
          rescale.conclude(new ScaleOutcome.Written(), timeline.wall());
    };
  }

  private HpaStatus status(Decision decision) {
    return conclusion(decision).status();
  }

  private ShadowState state(HorizontalPodAutoscaler hpa) {
    NamespacedName key = key(hpa);
    statistics.knows(key);
    return observed.computeIfAbsent(
        key,
        any ->
            new ShadowState(
                hpa.metadata().uid(),
                timing,
                timeline.now(),
                memory.account(MemoryPart.SHADOW, key.namespace())));
  }

  private static NamespacedName key(HorizontalPodAutoscaler hpa) {
    return NamespacedName.of(hpa.metadata());
  }

  @Override
  public void forget(NamespacedName key) {
    ShadowState state = observed.remove(key);
    if (state != null) {
      state.close();
    }
    statistics.forget(key);
    explanations.forget(key);
    histories.remove(key);
  }

  @Override
  public void ended() {
    summaries.cancel();
    pulses.cancel();
    explanations.close();
  }
}
