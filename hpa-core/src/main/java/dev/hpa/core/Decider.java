package dev.hpa.core;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.options.Mode;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an autoscaler scales its target, as the HorizontalPodAutoscaler controller of the
 * Kubernetes release in the {@link Settings} does. A pure function of an {@link Observation};
 * thread-safe.
 */
public final class Decider {

  /** The rules of options that change proposals. */
  public enum ProposalRule {
    /** The failed metric falls back. */
    FALLBACK("The metric falls back. Proposed replicas: "),
    /** A scale-up during a rollout is based on the requested replicas. */
    ROLLOUT_LIMITS_SCALE_UP(
        "During the rollout the ratio is multiplied by the requested replicas. Proposed replicas: "),
    /** A scale-down by a metric of pods waits for the end of the rollout. */
    ROLLOUT_HOLDS_SCALE_DOWN(
        "A scale-down waits for the end of the rollout. Proposed replicas: no change, "),
    /** Pods that do not become ready are added to a scale-up. */
    STUCK_PODS_ADDED(
        "Pods that do not become ready are added to what the others need. Proposed replicas: "),
    /** A scale-down waits for the end of an outage of the metrics provider. */
    OUTAGE_HOLDS_SCALE_DOWN(
        "A scale-down waits for the end of the provider's outage. Proposed replicas: no change, ");

    private final String sentence;

    ProposalRule(String sentence) {
      this.sentence = sentence;
    }

    /** The effect, which the proposed replicas follow. */
    public String sentence() {
      return sentence;
    }
  }

  /** Rules that apply after stabilization and limits. */
  public enum Adjustment {
    NONE("", "", ""),
    /** A target scaled from zero gets at least minReplicas, which has been raised since. */
    RAISED_TO_MINIMUM(
        "", "Scaled from zero: the result is raised to minReplicas.", "raised to minReplicas"),
    /** A forbidden window of {@link UpstreamDifferences} prevents the change. */
    FORBIDDEN_WINDOW(
        HpaCondition.ABLE_TO_SCALE,
        "The last scale event is within the forbidden window; the replicas stay.",
        "the forbidden window has not ended"),
    /** The mode {@code ScaleUpOnly} holds a scale-down. */
    SCALE_UP_ONLY(
        HpaCondition.SCALING_LIMITED,
        "The mode is ScaleUpOnly; the replicas stay.",
        "the mode is ScaleUpOnly"),
    /** The option {@code min-ready} holds a scale-down. */
    MIN_READY(
        HpaCondition.SCALING_LIMITED,
        "Too few pods are ready for a scale-down; the replicas stay.",
        "too few pods are ready for a scale-down"),
    /** The mode {@code Paused} leaves the target unchanged. */
    PAUSED(
        HpaCondition.SCALING_ACTIVE,
        "The mode is Paused; the replicas stay.",
        "the mode is Paused");

    private final String condition;
    private final String sentence;
    private final String phrase;

    Adjustment(String condition, String sentence, String phrase) {
      this.condition = condition;
      this.sentence = sentence;
      this.phrase = phrase;
    }

    /**
     * The type of the condition that has the reason why the replicas stay; empty if they change.
     */
    String condition() {
      return condition;
    }

    /** The effect as a sentence; empty for none. */
    public String sentence() {
      return sentence;
    }

    /** The effect as a part of a sentence; empty for none. */
    public String phrase() {
      return phrase;
    }
  }

  private Decider() {}

  /**
   * Decides whether and to which count the target is scaled.
   *
   * <p>Failures of reads, metrics and specs are part of the returned decision.
   *
   * @throws IllegalArgumentException if a result has another type than its query requires
   */
  public static Decision decide(Observation observation) {
    return switch (observation) {
      case UnreadableScale unreadable -> unreadable(unreadable);
      case Situation situation -> inMode(situation.mode(), planned(situation));
    };
  }

  private static Decision planned(Situation situation) {
    return switch (situation.plan()) {
      case Plan.Disabled plan -> disabled(situation);
      case Plan.Clamp plan -> clamp(situation, plan);
      case Plan.Unselectable plan -> unselectable(situation, plan);
      case Plan.Deleted plan -> deleted(situation);
      case Plan.Measure plan -> measure(situation);
    };
  }

  private static Decision inMode(Mode mode, Decision decision) {
    return mode == Mode.DRY_RUN && decision instanceof Decision.Rescale rescale
        ? new Decision.Ended(
            rescale.reasoning(),
            rescale.draft().withheld(rescale.desired(), rescale.reason()),
            rescale.desired())
        : decision;
  }

  private static Decision unreadable(UnreadableScale target) {
    HpaStatus old = target.hpa().status();
    Conditions conditions =
        Conditions.of(target.hpa(), target.settings())
            .ableToScale(
                false,
                "FailedGetScale",
                "the HPA controller was unable to get the target's current scale: "
                    + target.problem(),
                target.now());
    HpaStatus status =
        new HpaStatus(
            old.observedGeneration(),
            old.lastScaleTime(),
            old.currentReplicas(),
            old.desiredReplicas(),
            old.currentMetrics(),
            conditions.list());
    return new Decision.Ended(
        Reasoning.NONE,
        new Conclusion(
            status,
            !status.semanticallyEquals(old),
            List.of(HpaEvent.warning("FailedGetScale", target.problem())),
            List.of(),
            target.error(),
            false,
            target.history(),
            null));
  }

  private static Decision disabled(Situation situation) {
    Conditions conditions =
        readable(situation)
            .scalingActive(
                false,
                "ScalingDisabled",
                "scaling is disabled since the replica count of the target is zero",
                situation.now());
    if (!situation.settings().scaleToZero()) {
      conditions = conditions.without(HpaCondition.SCALED_TO_ZERO);
    }
    Decision.Draft draft = draft(situation, conditions, null, List.of(), null);
    return new Decision.Ended(Reasoning.NONE, draft.unscaled(0));
  }

  private static Decision clamp(Situation situation, Plan.Clamp plan) {
    return new Decision.Rescale(
        plan.replicas(),
        plan.reason(),
        Reasoning.NONE,
        draft(situation, readable(situation), null, List.of(), null));
  }

  private static Decision unselectable(Situation situation, Plan.Unselectable plan) {
    return unidentified(
        situation,
        HpaEvent.warning(plan.eventReason(), plan.eventMessage()),
        "InvalidSelector",
        plan.message(),
        plan.error());
  }

  private static Decision deleted(Situation situation) {
    Conditions able = readable(situation);
    Decision.Draft draft = draft(situation, able, null, List.of(), null);
    String error =
        "HPA "
            + NamespacedName.of(situation.hpa().metadata())
            + " was deleted during reconciliation";
    return new Decision.Ended(Reasoning.NONE, draft.failed(error, able));
  }

  private static Decision unidentified(
      Situation situation, HpaEvent event, String reason, String message, String error) {
    Conditions able = readable(situation);
    Conditions inactive = able.scalingActive(false, reason, message, situation.now());
    Decision.Draft draft = draft(situation, able, null, List.of(event), null);
    return new Decision.Ended(Reasoning.NONE, draft.failed(error, inactive));
  }

  private static Decision measure(Situation situation) {
    if (situation.selection().isAmbiguous()) {
      String error =
          "pods by selector "
              + situation.scale().selector()
              + " are controlled by "
              + matchingAutoscalers(situation);
      String reason = "AmbiguousSelector";
      return unidentified(situation, HpaEvent.warning(reason, error), reason, error, error);
    }
    FallbackRule fallback = FallbackRule.apply(situation, MetricEvaluator.evaluate(situation));
    List<MetricOutcome> measured = adjusted(situation, fallback.outcomes());
    ForecastRule forecast = ForecastRule.apply(situation, measured);
    List<MetricOutcome> outcomes = forecast.outcomes();
    UpstreamDifferences.Aggregation how = situation.settings().differences().aggregation();
    CombinedProposal aggregate = CombinedProposal.of(outcomes, how);
    Decision.Draft draft =
        draft(
                situation,
                readable(situation),
                statuses(outcomes),
                failureEvents(outcomes),
                aggregate.error())
            .withHistory(situation.history().failing(fallback.failingSince()));
    boolean isBlocked =
        outcomes.stream().noneMatch(MetricOutcome.Proposal.class::isInstance)
            || aggregate.isBlockedByFailure(situation.scale().specReplicas(), how);
    boolean isForecast =
        !isBlocked && forecast.raises() && ForecastRule.determines(measured, aggregate, how);
    draft = draft.withOptions(draft.options().with(fallback).with(forecast, isForecast));
    return isBlocked
        ? withoutProposal(situation, outcomes, aggregate, draft)
        : normalize(situation, outcomes, aggregate, draft);
  }

  private static String matchingAutoscalers(Situation situation) {
    List<String> names = situation.selection().autoscalers();
    return situation.settings().version().namesTwoOfAmbiguousSelector()
        ? "more than one HPA (e.g. [" + String.join(" ", names.subList(0, 2)) + "])"
        : "multiple HPAs: [" + String.join(" ", names) + "]";
  }

  /** The outcomes with the changes of options. */
  private static List<MetricOutcome> adjusted(Situation situation, List<MetricOutcome> outcomes) {
    if (!RolloutRule.isActive(situation)
        && situation.options().stuckAfter() == null
        && situation.context().outages().equals(Outages.NONE)) {
      return outcomes;
    }
    List<MetricOutcome> adjusted = new ArrayList<>(outcomes.size());
    for (int i = 0; i < outcomes.size(); i++) {
      Plan.PlannedMetric metric = situation.metrics().get(i).metric();
      MetricOutcome outcome =
          RolloutRule.apply(situation, metric, StuckRule.apply(situation, outcomes.get(i)));
      adjusted.add(OutageRule.apply(situation, metric, outcome));
    }
    return List.copyOf(adjusted);
  }

  private static Decision withoutProposal(
      Situation situation,
      List<MetricOutcome> outcomes,
      CombinedProposal aggregate,
      Decision.Draft draft) {
    MetricOutcome.@Nullable Failed first = aggregate.firstFailure();
    Conditions inactive =
        first == null
            ? draft.conditions()
            : draft
                .conditions()
                .scalingActive(
                    false,
                    first.reason(),
                    "the HPA was unable to compute the replica count: " + first.message(),
                    situation.now());
    return new Decision.Ended(
        new Reasoning(outcomes, null), draft.failed(String.valueOf(aggregate.error()), inactive));
  }

  private static Decision normalize(
      Situation situation,
      List<MetricOutcome> outcomes,
      CombinedProposal aggregate,
      Decision.Draft draft) {
    int current = situation.scale().specReplicas();
    int recommendation = Math.max(aggregate.replicas(), 0);
    String reason = reason(outcomes, aggregate, recommendation, current);
    Bounds bounds = situation.bounds();
    Normalization normalized =
        Normalization.of(
            new Normalization.Input(
                current,
                recommendation,
                bounds.min(),
                bounds.max(),
                situation.hpa().spec().behavior(),
                draft.history(),
                situation.settings(),
                situation.now()));
    Conditions conditions =
        activeConditions(draft.conditions(), aggregate.description(), normalized, situation.now());

    int desired = normalized.desired();
    Adjustment adjustment = Adjustment.NONE;
    if (leavesZeroBelowMinimum(situation, bounds.min(), desired)) {
      desired = bounds.min();
      reason = reason.isEmpty() ? ReasonText.BELOW_MINIMUM : reason;
      adjustment = Adjustment.RAISED_TO_MINIMUM;
    }
    ForbiddenWindows forbidden = ForbiddenWindows.of(situation);
    conditions = forbidden.withForbiddenWindows(conditions, situation.now());
    if (forbidden.contain(current, desired)) {
      desired = current;
      adjustment = Adjustment.FORBIDDEN_WINDOW;
    }
    if (situation.mode() == Mode.PAUSED && desired != current) {
      desired = current;
      adjustment = Adjustment.PAUSED;
    }
    if (situation.mode() == Mode.SCALE_UP_ONLY && desired < current) {
      desired = current;
      adjustment = Adjustment.SCALE_UP_ONLY;
      conditions = OptionConditions.scaleDownHeld(situation, conditions);
    }
    OptionConditions options = draft.options();
    if (desired < current && MinReadyRule.holds(situation)) {
      desired = current;
      adjustment = Adjustment.MIN_READY;
      conditions = MinReadyRule.limited(situation, conditions);
      options = options.with(MinReadyRule.event(situation));
    }
    Reasoning reasoning =
        new Reasoning(
            outcomes,
            new Reasoning.ComputedReplicas(
                aggregate.best(), recommendation, normalized, adjustment));
    Decision.Draft settled =
        draft.withConditions(conditions).withHistory(normalized.history()).withOptions(options);
    return desired == current
        ? new Decision.Ended(reasoning, settled.unscaled(desired))
        : new Decision.Rescale(desired, reason, reasoning, settled);
  }

  /** The reason of the event {@code SuccessfulRescale}. */
  private static String reason(
      List<MetricOutcome> outcomes, CombinedProposal aggregate, int recommendation, int current) {
    if (recommendation != current
        && aggregate.best() instanceof MetricOutcome.FallenBack fallback) {
      return fallback.description();
    }
    return recommendation > current
        ? aggregate.description() + WatermarkText.above(aggregate.best())
        : recommendation < current ? WatermarkText.allBelow(outcomes) : "";
  }

  /**
   * Whether a target scaled from zero would get fewer replicas than a minimum that was raised
   * meanwhile.
   */
  private static boolean leavesZeroBelowMinimum(Situation situation, int min, int desired) {
    return situation.scale().specReplicas() == 0
        && min != 0
        && situation.hpa().status().isTrue(HpaCondition.SCALED_TO_ZERO)
        && desired < min;
  }

  private static Conditions activeConditions(
      Conditions before, String source, Normalization normalized, Instant now) {
    return before
        .scalingActive(
            true,
            "ValidMetricFound",
            "the HPA was able to successfully calculate a replica count from " + source,
            now)
        .ableToScale(
            true, normalized.stabilization().reason(), normalized.stabilization().message(), now)
        .scalingLimited(normalized.limit(), now);
  }

  private static Conditions readable(Situation situation) {
    return Conditions.of(situation.hpa(), situation.settings())
        .ableToScale(
            true,
            "SucceededGetScale",
            "the HPA controller was able to get the target's current scale",
            situation.now());
  }

  private static Decision.Draft draft(
      Situation situation,
      Conditions conditions,
      @Nullable List<MetricStatus> statuses,
      List<HpaEvent> events,
      @Nullable String error) {
    return new Decision.Draft(
        situation.hpa(),
        situation.settings(),
        situation.bounds().min(),
        situation.scale().specReplicas(),
        conditions,
        statuses,
        situation.history(),
        events,
        error,
        OptionConditions.of(situation));
  }

  private static List<MetricStatus> statuses(List<MetricOutcome> outcomes) {
    List<MetricStatus> statuses = new ArrayList<>(outcomes.size());
    for (MetricOutcome each : outcomes) {
      statuses.add(
          each instanceof MetricOutcome.Proposal proposal ? proposal.status() : MetricStatus.BLANK);
    }
    return Collections.unmodifiableList(statuses);
  }

  private static List<HpaEvent> failureEvents(List<MetricOutcome> outcomes) {
    List<HpaEvent> events = new ArrayList<>();
    for (MetricOutcome outcome : outcomes) {
      switch (outcome) {
        case MetricOutcome.Failed failed -> events.add(event(failed));
        case MetricOutcome.FallenBack fallback -> events.add(event(fallback.failed()));
        case MetricOutcome.Proposed proposed -> {}
        case MetricOutcome.Adjusted adjusted -> {}
        case MetricOutcome.Raised raised -> {}
      }
    }
    return events;
  }

  private static HpaEvent event(MetricOutcome.Failed failed) {
    return HpaEvent.warning(failed.reason(), failed.message());
  }
}
