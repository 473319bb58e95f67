package dev.hpa.core;

import dev.hpa.api.HpaCondition;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.FloatConversion;
import dev.hpa.core.settings.Settings;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * The option {@code rollout=Compensate}: while the target rolls out, proposals are based on the
 * requested replicas. Otherwise the additional pods of the rollout multiply the count, and each
 * scale-up makes the rollout add more of them (kubernetes/kubernetes 72775). A ratio above 1 never
 * removes pods, however long the rollout takes.
 */
final class RolloutRule {

  static final String STALLED =
      "it makes no progress, so that pods that are not ready do not count against scale-ups";

  private RolloutRule() {}

  /** Whether the target rolls out and the options ask for compensation. */
  static boolean isActive(Situation situation) {
    return situation.options().compensatesRollouts() && situation.context().rollout().inProgress();
  }

  /**
   * Whether the rollout has taken longer than the timeout, so that scale-downs do not wait any
   * more. It began when condition {@code RolloutInProgress} became True.
   */
  static boolean isTimedOut(Situation situation) {
    HpaCondition began =
        Conditions.find(situation.hpa().status(), OptionConditions.ROLLOUT_IN_PROGRESS);
    Instant time =
        began != null && began.status().equals(HpaCondition.TRUE)
            ? began.lastTransitionTime()
            : null;
    Instant since = time == null ? situation.now() : time;
    return !situation.now().isBefore(since.plus(situation.options().rolloutTimeout()));
  }

  /**
   * The pods that dampen scale-ups: all but those that are stuck, or that a rollout without
   * progress does not get ready. Otherwise a failed rollout prevents that its overloaded old pods
   * get more.
   */
  static Predicate<Pod> damping(Situation situation) {
    if (!isActive(situation)) {
      return StuckRule.stuck(situation).negate();
    }
    return situation.context().rollout().stalled()
        ? Pod::isRunningAndReady
        : StuckRule.notReadyFor(situation.options().rolloutTimeout(), situation).negate();
  }

  /** Whether the rollout makes no progress, as its target or its pods show. */
  static boolean isStalled(Situation situation) {
    return isActive(situation)
        && (situation.context().rollout().stalled()
            || !situation.pods().stream().allMatch(damping(situation)));
  }

  /** What shows the rollout, and whether it makes no progress. */
  static String described(Situation situation) {
    String reason = situation.context().rollout().reason();
    return isStalled(situation) ? reason + "; " + STALLED : reason;
  }

  /** The observed replicas: no more than requested while a rollout is compensated. */
  static int observedReplicas(Situation situation) {
    int observed = situation.scale().statusReplicas();
    return isActive(situation) ? Math.min(observed, situation.scale().specReplicas()) : observed;
  }

  /** The outcome of a metric during a rollout. */
  static MetricOutcome apply(
      Situation situation, Plan.PlannedMetric metric, MetricOutcome outcome) {
    if (!(outcome instanceof MetricOutcome.Proposed proposed) || !isActive(situation)) {
      return outcome;
    }
    int current = situation.scale().specReplicas();
    int limit = Math.max(current, limit(proposed.how(), current, situation.settings()));
    if (proposed.replicas() > limit) {
      return new MetricOutcome.Adjusted(
          proposed, limit, Decider.ProposalRule.ROLLOUT_LIMITS_SCALE_UP);
    }
    return dependsOnPods(metric, proposed.how())
            && proposed.replicas() < current
            && (!isTimedOut(situation) || proposed.how().ratio() > 1)
        ? new MetricOutcome.Adjusted(
            proposed, current, Decider.ProposalRule.ROLLOUT_HOLDS_SCALE_DOWN)
        : outcome;
  }

  /** A Value target of an Object or External metric multiplies its ratio by the ready pods. */
  private static boolean dependsOnPods(Plan.PlannedMetric metric, Calculation how) {
    return metric instanceof Plan.ResourceMetric
        || metric instanceof Plan.PodsMetric
        || how.rule() == Calculation.Rule.FOLLOWS_RATIO;
  }

  /** The ratio times the requested replicas, where the proposal is a ratio times pods. */
  private static int limit(Calculation how, int current, Settings settings) {
    if (how.rule() != Calculation.Rule.FOLLOWS_RATIO
        && how.rule() != Calculation.Rule.SUM_OF_PODS) {
      return how.replicas();
    }
    Double filled = how.filledRatio();
    return FloatConversion.ceilToInt((filled == null ? how.ratio() : filled) * current, settings);
  }
}
