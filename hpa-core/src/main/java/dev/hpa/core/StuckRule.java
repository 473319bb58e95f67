package dev.hpa.core;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.FloatConversion;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code stuck-after}: pods that are not ready for this long, such as those whose image
 * cannot be pulled, are not assumed to take load soon. A scale-up is computed from the pods that
 * serve, and the stuck ones are added; upstream assumes that they use 0, so that they prevent it
 * for as long as they exist (kubernetes/kubernetes 109445). Scale-downs are as without the option.
 *
 * <p>A pod that no node has started is not stuck: there is no room for it, nor for another one.
 */
final class StuckRule {

  private StuckRule() {}

  /** The pods that are stuck; none without the option, or while a rollout is compensated. */
  static Predicate<Pod> stuck(Situation situation) {
    Duration after = situation.options().stuckAfter();
    return after == null || RolloutRule.isActive(situation)
        ? pod -> false
        : notReadyFor(after, situation).and(Pod::mayServe);
  }

  /** The pods that are not ready for a time. */
  static Predicate<Pod> notReadyFor(Duration time, Situation situation) {
    Instant limit = situation.now().minus(time);
    Duration delay = situation.settings().initialReadinessDelay();
    return pod -> {
      Instant since = pod.notReadySince(delay);
      return since != null && !since.isAfter(limit);
    };
  }

  /** The outcome of a metric with the stuck pods added to a scale-up. */
  static MetricOutcome apply(Situation situation, MetricOutcome outcome) {
    if (situation.options().stuckAfter() == null
        || !(outcome instanceof MetricOutcome.Proposed proposed)
        || !(proposed.how().ratio() > 1)) {
      return outcome;
    }
    Integer serving = serving(proposed.how(), situation.settings());
    Predicate<Pod> isStuck = stuck(situation);
    long added =
        situation.pods().stream()
            .filter(pod -> isStuck.test(pod) && !proposed.values().containsKey(pod.name()))
            .count();
    if (serving == null || added == 0) {
      return outcome;
    }
    int current = situation.scale().specReplicas();
    int replicas = Math.clamp(serving + added, current, Integer.MAX_VALUE);
    return replicas == proposed.replicas()
        ? outcome
        : new MetricOutcome.Adjusted(proposed, replicas, Decider.ProposalRule.STUCK_PODS_ADDED);
  }

  /** The replicas that the pods with values need; null if the metric has no values of pods. */
  private static @Nullable Integer serving(Calculation how, Settings settings) {
    if (how.values().isEmpty()) {
      return null;
    }
    Double filled = how.filledRatio();
    return switch (how.rule()) {
      case FOLLOWS_RATIO, COUNT_AGAINST_RATIO ->
          FloatConversion.ceilToInt((filled == null ? how.ratio() : filled) * how.pods(), settings);
      case SUM_OF_PODS -> how.replicas();
      case WITHIN_TOLERANCE,
          FILLED_WITHIN_TOLERANCE,
          FILLING_TURNS_RATIO,
          FROM_ZERO,
          SHARES_OF_TOTAL,
          RATIO_OF_REQUESTED ->
          null;
    };
  }

  /** The stuck pods as a message names them; empty if there are none. */
  static String described(Situation situation) {
    return MessageText.list(
        situation.pods().stream().filter(stuck(situation)).map(Pod::name).toList());
  }
}
