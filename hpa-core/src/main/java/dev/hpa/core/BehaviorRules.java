package dev.hpa.core;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of an autoscaler with {@code behavior}.
 *
 * <p>Stabilization: up is the lowest recommendation of the scale-up window, down the highest of the
 * scale-down window, this one included in both; the current count is clamped into [up, down], so
 * that a window can hold a change back and never cause one.
 *
 * <p>Rate: P0 is what the replicas were at the start of a policy's period, told from the recorded
 * changes. Pods v allows P0 ± v, Percent v allows P0 × (1 ± v/100), up rounded up, down cut; the
 * factor is formed first, in doubles, so that 100 replicas and 10 % give 111. {@code Max} takes the
 * policy that allows the larger change, {@code Min} the smaller.
 */
final class BehaviorRules {

  private BehaviorRules() {}

  static Normalization normalize(Normalization.Input input, Behavior behavior) {
    int stabilized = stabilize(input, behavior);
    Normalization.Stabilization stabilization = stabilization(input, stabilized);
    Instant cutOff =
        input
            .now()
            .minusSeconds(Math.max(upWindow(behavior), downWindow(behavior, input.settings())));
    History history = input.history().recommending(input.recommendation(), input.now(), cutOff);

    if (stabilized > input.current()) {
      return limitUp(input, behavior.scaleUp(), stabilized, stabilization, history);
    }
    if (stabilized < input.current()) {
      return limitDown(input, behavior.scaleDown(), stabilized, stabilization, history);
    }
    return new Normalization(stabilized, stabilization, Normalization.Limit.NONE, history);
  }

  private static int stabilize(Normalization.Input input, Behavior behavior) {
    Instant upCutOff = input.now().minusSeconds(upWindow(behavior));
    Instant downCutOff = input.now().minusSeconds(downWindow(behavior, input.settings()));
    int up = input.recommendation();
    int down = input.recommendation();
    for (History.Recommendation each : input.history().recommendations()) {
      if (each.at().isAfter(upCutOff)) {
        up = Math.min(up, each.replicas());
      }
      if (each.at().isAfter(downCutOff)) {
        down = Math.max(down, each.replicas());
      }
    }
    return Math.min(Math.max(input.current(), up), down);
  }

  private static Normalization.Stabilization stabilization(
      Normalization.Input input, int stabilized) {
    if (stabilized == input.recommendation()) {
      return Normalization.Stabilization.NONE;
    }
    return input.recommendation() >= input.current()
        ? Normalization.Stabilization.UP
        : Normalization.Stabilization.DOWN;
  }

  private static long upWindow(Behavior behavior) {
    Integer window = window(behavior.scaleUp());
    return window == null ? 0 : window;
  }

  private static long downWindow(Behavior behavior, Settings settings) {
    Integer window = window(behavior.scaleDown());
    return window == null ? settings.downscaleStabilization().toSeconds() : window;
  }

  private static @Nullable Integer window(@Nullable ScalingRules rules) {
    return rules == null ? null : rules.stabilizationWindowSeconds();
  }

  private static Normalization limitUp(
      Normalization.Input input,
      @Nullable ScalingRules rules,
      int wanted,
      Normalization.Stabilization stabilization,
      History history) {
    int limit = Math.max(upLimit(input, rules), input.current());
    boolean rateLimited = input.max() > limit;
    int bound = rateLimited ? limit : input.max();
    if (wanted <= bound) {
      return new Normalization(wanted, stabilization, Normalization.Limit.NONE, history);
    }
    return new Normalization(
        bound,
        stabilization,
        rateLimited ? Normalization.Limit.SCALE_UP : Normalization.Limit.MAXIMUM,
        history);
  }

  private static Normalization limitDown(
      Normalization.Input input,
      @Nullable ScalingRules rules,
      int wanted,
      Normalization.Stabilization stabilization,
      History history) {
    int limit = Math.min(downLimit(input, rules), input.current());
    boolean rateLimited = input.min() < limit;
    int bound = rateLimited ? limit : input.min();
    if (wanted >= bound) {
      return new Normalization(wanted, stabilization, Normalization.Limit.NONE, history);
    }
    return new Normalization(
        bound,
        stabilization,
        rateLimited ? Normalization.Limit.SCALE_DOWN : Normalization.Limit.MINIMUM,
        history);
  }

  private static int upLimit(Normalization.Input input, @Nullable ScalingRules rules) {
    if (isDisabled(rules)) {
      return input.current();
    }
    boolean smallest = isMin(rules);
    int limit = smallest ? Integer.MAX_VALUE : Integer.MIN_VALUE;
    for (ScalingPolicy policy : policies(rules)) {
      int start = periodStart(input, policy);
      int allowed =
          policy.type().equals(ScalingPolicy.PODS)
              ? start + policy.value()
              : Floats.ceilToInt(start * (1.0 + policy.value() / 100.0));
      limit = smallest ? Math.min(limit, allowed) : Math.max(limit, allowed);
    }
    return limit;
  }

  private static int downLimit(Normalization.Input input, @Nullable ScalingRules rules) {
    if (isDisabled(rules)) {
      return input.current();
    }
    boolean smallestChange = isMin(rules);
    int limit = smallestChange ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    for (ScalingPolicy policy : policies(rules)) {
      int start = periodStart(input, policy);
      int allowed =
          policy.type().equals(ScalingPolicy.PODS)
              ? start - policy.value()
              : Floats.toInt(start * (1.0 - policy.value() / 100.0));
      limit = smallestChange ? Math.max(limit, allowed) : Math.min(limit, allowed);
    }
    return limit;
  }

  private static int periodStart(Normalization.Input input, ScalingPolicy policy) {
    Instant cutOff = input.now().minusSeconds(policy.periodSeconds());
    return input.current() - input.history().changeSince(cutOff);
  }

  private static List<ScalingPolicy> policies(@Nullable ScalingRules rules) {
    return rules == null ? List.of() : rules.policiesOrEmpty();
  }

  private static boolean isDisabled(@Nullable ScalingRules rules) {
    return rules != null && ScalingRules.DISABLED.equals(rules.selectPolicy());
  }

  private static boolean isMin(@Nullable ScalingRules rules) {
    return rules != null && ScalingRules.MIN.equals(rules.selectPolicy());
  }
}
