package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Watermark;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.core.replicas.PodClassification;
import dev.hpa.core.replicas.PodRequests;
import dev.hpa.core.replicas.Tolerance;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains decisions: adds the classification of each pod to the reasoning of the decision. A pure
 * function; thread-safe.
 */
public final class Tracer {

  private final Situation situation;
  private final Decision decision;
  private final Conclusion conclusion;

  /** Computed once for all metrics that need them. */
  private final Map<PodRequests, Map<PodResources, Optional<Long>>> requests = new HashMap<>();

  private final List<MetricThresholds> thresholds;
  private int listed;

  private Tracer(Situation situation, Decision decision, Conclusion conclusion) {
    this.situation = situation;
    this.decision = decision;
    this.conclusion = conclusion;
    this.thresholds = MetricThresholds.of(situation);
  }

  /**
   * The trace of a decision.
   *
   * @param conclusion the conclusion of the decision
   */
  public static Trace trace(Observation observation, Decision decision, Conclusion conclusion) {
    return switch (observation) {
      case Situation situation -> new Tracer(situation, decision, conclusion).trace();
      case UnreadableScale target -> unreadable(target, conclusion);
    };
  }

  private static Trace unreadable(UnreadableScale target, Conclusion conclusion) {
    return new Trace(
        name(target.hpa()),
        target.now(),
        target.hpa().spec().scaleTargetRef(),
        Trace.Cause.UNREADABLE,
        null,
        null,
        List.of(),
        null,
        null,
        null,
        Decider.Adjustment.NONE,
        null,
        blocked(conclusion));
  }

  private Trace trace() {
    HorizontalPodAutoscaler hpa = situation.hpa();
    Scale scale = situation.scale();
    HpaSpec spec = hpa.spec();
    Reasoning.ComputedReplicas computed = decision.reasoning().computed();
    return new Trace(
        name(hpa),
        situation.now(),
        spec.scaleTargetRef(),
        cause(),
        new Trace.Replicas(
            scale.specReplicas(),
            scale.statusReplicas(),
            situation.bounds().min(),
            situation.bounds().max()),
        pods(),
        metrics(computed),
        computed == null ? null : computed.recommendation(),
        computed == null ? null : stabilization(computed.normalization()),
        computed == null ? null : limits(computed.normalization()),
        computed == null ? Decider.Adjustment.NONE : computed.adjustment(),
        TracedOptions.of(situation, decision),
        result(computed));
  }

  private static String name(HorizontalPodAutoscaler hpa) {
    return hpa.metadata().namespace() + "/" + hpa.metadata().name();
  }

  private Trace.Cause cause() {
    return switch (situation.plan()) {
      case Plan.Disabled plan -> Trace.Cause.DISABLED;
      case Plan.Clamp plan -> Trace.Cause.CLAMP;
      case Plan.Unselectable plan -> Trace.Cause.UNSELECTABLE;
      case Plan.Deleted plan -> Trace.Cause.DELETED;
      case Plan.Measure plan -> Trace.Cause.MEASURE;
    };
  }

  private Trace.@Nullable PodSet pods() {
    return situation.plan() instanceof Plan.Measure measure
        ? new Trace.PodSet(
            measure.pods().toString(),
            situation.pods().size(),
            situation.selection().autoscalers(),
            ownership())
        : null;
  }

  private @Nullable Ownership ownership() {
    Ownership ownership = situation.selection().ownership();
    return ownership.equals(Ownership.BY_LABELS) ? null : ownership;
  }

  private List<Trace.Metric> metrics(Reasoning.@Nullable ComputedReplicas computed) {
    List<MetricOutcome> outcomes = decision.reasoning().metrics();
    int chosen =
        computed == null || computed.chosen() == null ? -1 : outcomes.indexOf(computed.chosen());
    List<Trace.Metric> metrics = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      metrics.add(metric(i, outcomes.get(i), i == chosen));
    }
    return List.copyOf(metrics);
  }

  private Trace.Metric metric(int index, MetricOutcome outcome, boolean chosen) {
    MeasuredMetric measured = situation.metrics().get(index);
    Trace.Forecast forecast = ForecastText.trace(situation, index, outcome, thresholds);
    return metric(
        measured,
        outcome instanceof MetricOutcome.Raised raised ? raised.metric() : outcome,
        forecast,
        chosen);
  }

  private Trace.Metric metric(
      MeasuredMetric measured,
      MetricOutcome outcome,
      Trace.@Nullable Forecast forecast,
      boolean chosen) {
    MetricSpec spec = measured.metric().spec();
    MetricResult reading = measured instanceof MeasuredMetric.Read read ? read.result() : null;
    return switch (outcome) {
      case MetricOutcome.Proposed proposed ->
          proposed(spec, reading, proposed, null, forecast, chosen);
      case MetricOutcome.Adjusted adjusted ->
          proposed(
              spec,
              reading,
              adjusted.metric(),
              new Trace.Change(adjusted.rule(), adjusted.replicas()),
              forecast,
              chosen);
      case MetricOutcome.FallenBack fallback ->
          failed(
              spec,
              reading,
              fallback.failed(),
              new Trace.Change(Decider.ProposalRule.FALLBACK, fallback.replicas()),
              chosen);
      case MetricOutcome.Failed failed -> failed(spec, reading, failed, null, false);
      case MetricOutcome.Raised raised -> throw new IllegalStateException("a forecast is raised");
    };
  }

  private Trace.Metric proposed(
      MetricSpec spec,
      @Nullable MetricResult reading,
      MetricOutcome.Proposed proposed,
      Trace.@Nullable Change change,
      Trace.@Nullable Forecast forecast,
      boolean chosen) {
    Values values = values(spec, reading, proposed.how());
    return new Trace.Metric(
        spec,
        values.pods(),
        values.omittedPods(),
        values.series(),
        values.omittedSeries(),
        proposed.status(),
        proposal(proposed.how()),
        null,
        change,
        forecast,
        chosen);
  }

  private Trace.Metric failed(
      MetricSpec spec,
      @Nullable MetricResult reading,
      MetricOutcome.Failed failed,
      Trace.@Nullable Change change,
      boolean chosen) {
    Values values = values(spec, reading, null);
    return new Trace.Metric(
        spec,
        values.pods(),
        values.omittedPods(),
        values.series(),
        values.omittedSeries(),
        null,
        null,
        new Trace.Failure(failed.reason(), failed.message()),
        change,
        null,
        chosen);
  }

  private static Trace.Proposal proposal(Calculation how) {
    Tolerance tolerance = how.tolerance();
    Watermark watermark = how.watermark();
    return new Trace.Proposal(
        how.ratio(),
        how.filledRatio(),
        new Trace.Band(1.0 - tolerance.down(), 1.0 + tolerance.up()),
        watermark == null ? null : new Trace.Thresholds(watermark.low(), watermark.high()),
        how.percentile() == null ? null : how.percentile().toString(),
        how.pods(),
        how.rule(),
        how.replicas());
  }

  /** What was read of a metric, as in {@link Trace.Metric}. */
  private record Values(
      @Nullable List<Trace.PodPart> pods,
      @Nullable List<Trace.PodCount> omittedPods,
      @Nullable List<Quantity> series,
      @Nullable Integer omittedSeries) {}

  private Values values(
      MetricSpec spec, @Nullable MetricResult reading, @Nullable Calculation how) {
    @Nullable MetricResult counted =
        reading instanceof MetricReading known
            ? known.counted(situation.settings().quantities())
            : reading;
    return switch (counted) {
      case MetricReading.PodValues pods -> pods(pods, spec, how);
      case MetricReading.SingleValue value -> series(List.of(value.milli()));
      case MetricReading.Series series -> series(series.milli());
      case null, default -> new Values(null, null, null, null);
    };
  }

  private Values series(List<Long> all) {
    List<Quantity> shown =
        all.stream().limit(Trace.MAX_LISTED - listed).map(Tracer::decimal).toList();
    listed += shown.size();
    int omitted = all.size() - shown.size();
    return new Values(null, null, shown, omitted == 0 ? null : Integer.valueOf(omitted));
  }

  private Values pods(MetricReading.PodValues reading, MetricSpec spec, @Nullable Calculation how) {
    String resource = spec.resourceName();
    Map<String, PodValue> values = new LinkedHashMap<>();
    reading.values().forEach(value -> values.put(value.pod(), value));
    PodParts parts = new PodParts(listed);
    for (Pod pod : situation.pods()) {
      add(parts, pod, values.remove(pod.name()), spec, how);
    }
    if (how != null) {
      values.values().stream()
          .filter(value -> how.values().containsKey(value.pod()))
          .forEach(
              value ->
                  parts.add(PodClassification.NO_POD, false, () -> withoutPod(value, resource)));
    }
    listed += parts.listed().size();
    return new Values(parts.listed(), parts.omitted(), null, null);
  }

  private static Trace.PodPart withoutPod(PodValue value, String resource) {
    PodClassification none = PodClassification.NO_POD;
    return new Trace.PodPart(
        value.pod(), none.group(), none, quantity(value.milli(), resource), null, null, null, null);
  }

  private void add(
      PodParts parts,
      Pod pod,
      @Nullable PodValue value,
      MetricSpec spec,
      @Nullable Calculation how) {
    String resource = spec.resourceName();
    PodClassification classification =
        PodClassification.of(pod, value, resource, situation.settings(), situation.now());
    Long filled =
        how == null || classification.group() == PodClassification.Group.READY
            ? null
            : how.values().get(pod.name());
    parts.add(
        classification,
        filled != null,
        () -> {
          Quantity request = request(pod, spec);
          return new Trace.PodPart(
              pod.name(),
              classification.group(),
              classification,
              value == null ? null : quantity(value.milli(), resource),
              request,
              request == null ? null : requestInEffect(pod, spec, request),
              request == null ? null : overhead(pod, spec),
              filled == null ? null : quantity(filled, resource));
        });
  }

  private @Nullable Quantity request(Pod pod, MetricSpec spec) {
    MetricSpec.ContainerResourceMetric container = spec.containerResource();
    MetricSpec.ResourceMetric whole = spec.resource();
    boolean byUtilization =
        container != null
            ? container.target().averageUtilization() != null
            : whole != null && whole.target().averageUtilization() != null;
    if (!byUtilization) {
      return null;
    }
    return requests
        .computeIfAbsent(requests(spec), any -> new IdentityHashMap<>())
        .computeIfAbsent(pod.resources(), any -> request(pod, requests(spec)))
        .map(milli -> quantity(milli, spec.resourceName()))
        .orElse(null);
  }

  private static Optional<Long> request(Pod pod, PodRequests requests) {
    try {
      return Optional.of(requests.of(pod));
    } catch (MetricProblem missing) {
      return Optional.empty();
    }
  }

  private PodRequests requests(MetricSpec spec) {
    MetricSpec.ContainerResourceMetric container = spec.containerResource();
    return PodRequests.of(
        spec.resourceName(),
        container == null ? null : container.container(),
        situation.settings());
  }

  private @Nullable Quantity overhead(Pod pod, MetricSpec spec) {
    long overhead = requests(spec).overheadOf(pod);
    return overhead == 0 ? null : quantity(overhead, spec.resourceName());
  }

  private @Nullable Quantity requestInEffect(Pod pod, MetricSpec spec, Quantity request) {
    PodResources inEffect = requests(spec).inEffect(pod);
    Quantity found = inEffect == null ? null : request(pod.with(inEffect), spec);
    return request.equals(found) ? null : found;
  }

  private static Quantity quantity(long milli, String resource) {
    return MetricEvaluator.quantity(milli, resource);
  }

  private static Quantity decimal(long milli) {
    return quantity(milli, "");
  }

  private Trace.Stabilization stabilization(Normalization normalized) {
    return new Trace.Stabilization(
        normalized.windows(),
        situation.history().recommendations(),
        normalized.stabilized(),
        normalized.stabilization());
  }

  private Trace.Limits limits(Normalization normalized) {
    return new Trace.Limits(
        normalized.rate(),
        situation.history().scaleUps(),
        situation.history().scaleDowns(),
        normalized.desired(),
        normalized.limit());
  }

  private Trace.Result result(Reasoning.@Nullable ComputedReplicas computed) {
    Integer desired = conclusion.desiredReplicas();
    if (desired == null) {
      return blocked(conclusion);
    }
    if (situation.plan() instanceof Plan.Disabled) {
      return because(Trace.Outcome.SUPPRESSED, HpaCondition.SCALING_ACTIVE);
    }
    if (situation.mode() == Mode.PAUSED) {
      return because(Trace.Outcome.SUPPRESSED, HpaCondition.SCALING_ACTIVE);
    }
    if (decision instanceof Decision.Ended ended && ended.withheld() != null) {
      return because(Trace.Outcome.SUPPRESSED, OptionConditions.DRY_RUN);
    }
    if (computed == null) {
      return result(moved(desired), "OutOfBounds", reasonOfRescale());
    }
    Normalization normalized = computed.normalization();
    String suppressing = computed.adjustment().condition();
    if (!suppressing.isEmpty()) {
      return because(Trace.Outcome.SUPPRESSED, suppressing);
    }
    if (normalized.limit() != Normalization.Limit.NONE) {
      return because(Trace.Outcome.LIMITED, HpaCondition.SCALING_LIMITED);
    }
    if (normalized.stabilization() != Normalization.Stabilization.NONE) {
      return result(
          Trace.Outcome.STABILIZED,
          normalized.stabilization().reason(),
          normalized.stabilization().message());
    }
    return decision instanceof Decision.Rescale
        ? result(moved(desired), "SuccessfulRescale", reasonOfRescale())
        : because(Trace.Outcome.NO_SCALE, HpaCondition.SCALING_LIMITED);
  }

  private Trace.Outcome moved(int desired) {
    int current = situation.scale().specReplicas();
    return desired > current
        ? Trace.Outcome.SCALED_UP
        : desired < current ? Trace.Outcome.SCALED_DOWN : Trace.Outcome.NO_SCALE;
  }

  private String reasonOfRescale() {
    return decision instanceof Decision.Rescale rescale ? rescale.reason() : "";
  }

  private Trace.Result because(Trace.Outcome outcome, String condition) {
    HpaCondition found = condition(conclusion, condition);
    return found == null
        ? result(outcome, "", "")
        : result(outcome, found.reason(), found.message());
  }

  private Trace.Result result(Trace.Outcome outcome, String reason, String message) {
    return result(outcome, reason, message, conclusion);
  }

  /** The false condition has the reason of the error. */
  private static Trace.Result blocked(Conclusion conclusion) {
    HpaCondition able = condition(conclusion, HpaCondition.ABLE_TO_SCALE);
    HpaCondition active = condition(conclusion, HpaCondition.SCALING_ACTIVE);
    HpaCondition cause = able != null && able.status().equals("False") ? able : active;
    return result(
        Trace.Outcome.ERROR_BLOCKED,
        cause == null ? "" : cause.reason(),
        cause == null ? "" : cause.message(),
        conclusion);
  }

  private static Trace.Result result(
      Trace.Outcome outcome, String reason, String message, Conclusion conclusion) {
    List<HpaEvent> events = new ArrayList<>(conclusion.eventsBefore());
    events.addAll(conclusion.eventsAfter());
    return new Trace.Result(
        outcome,
        conclusion.desiredReplicas(),
        reason,
        message,
        conclusion.status().conditionsOrEmpty(),
        List.copyOf(events),
        conclusion.error());
  }

  private static @Nullable HpaCondition condition(Conclusion conclusion, String type) {
    return Conditions.find(conclusion.status(), type);
  }
}
