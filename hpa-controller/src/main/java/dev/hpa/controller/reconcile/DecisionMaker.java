package dev.hpa.controller.reconcile;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Drain;
import dev.hpa.core.Observation;
import dev.hpa.core.Outages;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.Rollout;
import dev.hpa.core.Situation;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Options;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans, reads and decides, without writing or storing state.
 *
 * <p>Thread-safe. All its sources are passed to the constructor, so that the same code decides for
 * a recorded cluster and for a real one.
 */
public final class DecisionMaker {

  /** What the queues of providers hold of a query until it has a result, in bytes. */
  private static final long BYTES_OF_QUERY = 700;

  /** Of the value of a pod with a name of 20 characters. */
  private static final long BYTES_OF_VALUE = 200;

  private final Settings settings;
  private final ScaleClient scales;
  private final MetricReader metrics;
  private final PodSource pods;
  private final OptionSources options;
  private final Histories histories;

  public DecisionMaker(
      Settings settings,
      ScaleClient scales,
      MetricReader metrics,
      PodSource pods,
      OptionSources options,
      Histories histories) {
    this.settings = settings;
    this.scales = scales;
    this.metrics = metrics;
    this.pods = pods;
    this.options = options;
    this.histories = histories;
  }

  /** Decides for an autoscaler beside which no others are decided. */
  public Decided decide(HorizontalPodAutoscaler hpa) {
    return decide(hpa, SyncMemory.UNLIMITED);
  }

  /**
   * Decides for an autoscaler.
   *
   * @throws dev.hpa.controller.queue.DeferredSyncException if others use the memory that it needs
   */
  public Decided decide(HorizontalPodAutoscaler hpa, SyncMemory memory) {
    SyncClock clock = histories.startSync();
    TargetScale target;
    try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
      target = scales.read(namespace(hpa), hpa.spec().scaleTargetRef());
    } catch (ScaleException failure) {
      Observation unreadable =
          new UnreadableScale(
              hpa,
              settings,
              failure.text(),
              errorOf(failure, hpa),
              history(hpa, clock),
              clock.instant());
      return new Decided(
          unreadable, null, Decider.decide(unreadable), Duration.ZERO, clock.elapsed(), clock);
    }
    return decide(hpa, target, clock, memory);
  }

  /** As {@link #decide(HorizontalPodAutoscaler, SyncMemory)}, if the target's scale is known. */
  public Decided decide(HorizontalPodAutoscaler hpa, TargetScale target, SyncMemory memory) {
    return decide(hpa, target, histories.startSync(), memory);
  }

  private Decided decide(
      HorizontalPodAutoscaler hpa, TargetScale target, SyncClock clock, SyncMemory memory) {
    Duration before = clock.elapsed();
    Situation situation = situation(hpa, target.scale(), clock, memory);
    Decision decision = Decider.decide(situation);
    Duration after = clock.elapsed();
    return new Decided(situation, target, decision, after.minus(before), after, clock);
  }

  private Situation situation(
      HorizontalPodAutoscaler hpa, Scale scale, SyncClock clock, SyncMemory memory) {
    Instant planned = clock.instant();
    History history = history(hpa, clock).seeded(scale.specReplicas(), planned);
    Options own = options.applied(hpa, settings.scaleToZero());
    Settings effective = settings.with(own);
    Mode mode = own.modeAt(planned);
    Drain drain = own.surgesOnDrain() ? options.drain(scale) : Drain.NONE;
    Plan plan = Planner.plan(hpa, scale, own, drain, planned, effective);
    Selection selection = Selection.EMPTY;
    List<MetricQuery> queries = List.of();
    List<MetricResult> results = List.of();
    boolean isRead = false;
    if (plan instanceof Plan.Measure measure) {
      PodSource.Selected selected =
          pods.select(
              NamespacedName.of(hpa.metadata()),
              measure.pods(),
              choice(own, mode, hpa, scale),
              memory);
      if (selected.deleted() && settings.version().noticesDeletion()) {
        plan = new Plan.Deleted();
      } else {
        selection = selected.selection();
        queries = measure.queries(selection);
        String refusal = refusal(queries, selected);
        isRead = refusal == null;
        results =
            refusal == null ? read(hpa, queries, selection, memory) : failures(queries, refusal);
      }
    }
    Instant now = clock.instant();
    Outages outages = isRead ? options.observe(hpa, queries, results, now) : Outages.NONE;
    Situation situation =
        Situation.of(hpa, scale, plan, selection, results, history, effective, now);
    return own.isEmpty() && outages.equals(Outages.NONE)
        ? situation
        : withForecasts(
            situation.with(
                new Situation.Context(own, rollout(hpa, own, scale), outages).with(drain)));
  }

  private Situation withForecasts(Situation situation) {
    return situation.options().forecast() == null || situation.metrics().isEmpty()
        ? situation
        : situation.with(situation.context().with(options.forecasts(situation)));
  }

  private static PodSource.Choice choice(
      Options options, Mode mode, HorizontalPodAutoscaler hpa, Scale scale) {
    return new PodSource.Choice(owner(hpa, scale), options.countsOwnedPods(), mode != Mode.DRY_RUN);
  }

  private static OwnerFilter.Owner owner(HorizontalPodAutoscaler hpa, Scale scale) {
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    String uid = scale.uid();
    return OwnerFilter.Owner.of(
        target.apiVersionOrEmpty(), target.kind(), target.name(), uid == null ? "" : uid);
  }

  private Rollout rollout(HorizontalPodAutoscaler hpa, Options own, Scale scale) {
    return own.compensatesRollouts() ? options.rollout(hpa, scale) : Rollout.NONE;
  }

  private List<MetricResult> read(
      HorizontalPodAutoscaler hpa,
      List<MetricQuery> queries,
      Selection selection,
      SyncMemory memory) {
    if (queries.isEmpty()) {
      return List.of();
    }
    memory.take(BYTES_OF_QUERY * queries.size());
    memory.expect(BYTES_OF_VALUE * values(queries, selection));
    return metrics.read(hpa, queries, memory);
  }

  private static long values(List<MetricQuery> queries, Selection selection) {
    return queries.stream().filter(DecisionMaker::isOfPods).count() * matchedPods(selection);
  }

  /**
   * Why no metric is read: the readiness and the requests of a pod are unknown, because it cannot
   * be decoded, or there would be too many values. Such a failure says nothing about the source of
   * the metrics. Null if they are read.
   */
  private static @Nullable String refusal(List<MetricQuery> queries, PodSource.Selected selected) {
    if (!selected.unreadable().isEmpty()) {
      return unreadablePods(selected.unreadable());
    }
    long values = values(queries, selected.selection());
    return values <= Limit.SYNC_VALUES.asInt()
        ? null
        : "%d metrics of %d pods have %d values, more than %d, the limit; remove metrics"
            .formatted(
                queries.size(),
                matchedPods(selected.selection()),
                values,
                Limit.SYNC_VALUES.asInt());
  }

  /** The number of pods whose metrics are read: those of the selector, also if others own them. */
  private static int matchedPods(Selection selection) {
    return Math.max(selection.pods().size(), selection.ownership().matched());
  }

  /** Whether the result of a query has a value for each pod. */
  public static boolean isOfPods(MetricQuery query) {
    return query instanceof MetricQuery.PodResource || query instanceof MetricQuery.PodMetric;
  }

  private static List<MetricResult> failures(List<MetricQuery> queries, String text) {
    return Collections.nCopies(
        queries.size(), new MetricFailure(MetricFailure.Category.SOURCE_FAILED, text));
  }

  private static String unreadablePods(List<UnreadableObject> pods) {
    UnreadableObject first = pods.getFirst();
    return "unable to read pod \"%s\": %s%s; correct or delete it"
        .formatted(
            first.key(),
            first.problem(),
            pods.size() == 1 ? "" : " (and " + (pods.size() - 1) + " more)");
  }

  private static String errorOf(ScaleException failure, HorizontalPodAutoscaler hpa) {
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    String reference = target.kind() + "/" + hpa.metadata().namespace() + "/" + target.name();
    return switch (failure.reason()) {
      case INVALID_REFERENCE -> "invalid API version in scale target reference: " + failure.text();
      case MAPPING -> "unable to determine resource for scale target reference: " + failure.text();
      default -> "failed to query scale subresource for " + reference + ": " + failure.text();
    };
  }

  private History history(HorizontalPodAutoscaler hpa, SyncClock clock) {
    return histories.of(NamespacedName.of(hpa.metadata()), clock);
  }

  private static String namespace(HorizontalPodAutoscaler hpa) {
    return String.valueOf(hpa.metadata().namespace());
  }
}
