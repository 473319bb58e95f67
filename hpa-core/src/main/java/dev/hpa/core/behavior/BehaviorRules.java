package dev.hpa.core.behavior;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.core.behavior.Normalization.Direction;
import dev.hpa.core.behavior.Normalization.Limit;
import dev.hpa.core.behavior.Normalization.PolicyLimit;
import dev.hpa.core.behavior.Normalization.RateLimit;
import dev.hpa.core.behavior.Normalization.Window;
import dev.hpa.core.replicas.FloatConversion;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stabilization and rate limits of an autoscaler with {@code spec.behavior}.
 *
 * <p>Stabilization: the lower bound is the lowest recommendation within the scale-up window, the
 * upper bound the highest within the scale-down window; both include the new recommendation. The
 * current replicas are clamped to these bounds, so that a window can delay a change and never cause
 * one.
 *
 * <p>Rate: P0 is the replica count at the start of a policy's period, computed from the recorded
 * scale events. A Pods policy with value v allows P0 ± v, a Percent policy P0 × (1 ± v/100),
 * rounded up for scale-ups and truncated for scale-downs. The factor is computed first, in doubles,
 * so that 100 replicas and 10 % give 111. {@code Max} selects the policy that allows the larger
 * change, {@code Min} the smaller.
 */
final class BehaviorRules {

  private BehaviorRules() {}

  static Normalization normalize(Normalization.Input input, Behavior behavior) {
    Duration upLength = Duration.ofSeconds(upWindow(behavior));
    Duration downLength = downWindow(behavior, input.settings());
    Window up = Window.over(Direction.UP, upLength, false, input);
    Window down = Window.over(Direction.DOWN, downLength, false, input);
    int stabilized = Math.min(Math.max(input.current(), up.bound()), down.bound());
    Instant cutOff = input.now().minus(longestWindow(behavior, input.settings()));

    RateLimit rate = null;
    if (stabilized > input.current()) {
      rate = rateLimit(Direction.UP, input, behavior.scaleUp());
    } else if (stabilized < input.current()) {
      rate = rateLimit(Direction.DOWN, input, behavior.scaleDown());
    }
    Bounded bounded = bounded(input, stabilized, rate);
    return new Normalization(
        bounded.desired,
        stabilized,
        stabilization(input, stabilized),
        List.of(up, down),
        rate,
        bounded.limit,
        input.history().recommending(input.recommendation(), input.now(), cutOff));
  }

  /** Recommendations expire after this duration. */
  static Duration longestWindow(Behavior behavior, Settings settings) {
    Duration up = Duration.ofSeconds(upWindow(behavior));
    Duration down = downWindow(behavior, settings);
    return up.compareTo(down) > 0 ? up : down;
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

  /** Truncated to seconds, as in upstream. */
  private static Duration downWindow(Behavior behavior, Settings settings) {
    Integer window = window(behavior.scaleDown());
    return Duration.ofSeconds(
        window == null ? settings.downscaleStabilization().toSeconds() : window);
  }

  private static @Nullable Integer window(@Nullable ScalingRules rules) {
    return rules == null ? null : rules.stabilizationWindowSeconds();
  }

  private record Bounded(int desired, Limit limit) {}

  private static Bounded bounded(Normalization.Input input, int wanted, @Nullable RateLimit rate) {
    if (rate == null) {
      return new Bounded(wanted, Limit.NONE);
    }
    if (rate.direction() == Direction.UP) {
      boolean rateLimited = input.max() > rate.allowed();
      int bound = rateLimited ? rate.allowed() : input.max();
      return wanted <= bound
          ? new Bounded(wanted, Limit.NONE)
          : new Bounded(bound, rateLimited ? Limit.SCALE_UP : Limit.MAXIMUM);
    }
    boolean rateLimited = input.min() < rate.allowed();
    int bound = rateLimited ? rate.allowed() : input.min();
    return wanted >= bound
        ? new Bounded(wanted, Limit.NONE)
        : new Bounded(bound, rateLimited ? Limit.SCALE_DOWN : Limit.MINIMUM);
  }

  private static RateLimit rateLimit(
      Direction direction, Normalization.Input input, @Nullable ScalingRules rules) {
    boolean up = direction == Direction.UP;
    int limit = input.current();
    List<PolicyLimit> limits = List.of();
    if (!isDisabled(rules)) {
      limits =
          policies(rules).stream().map(policy -> policyLimit(direction, input, policy)).toList();
      IntStream allowed = limits.stream().mapToInt(PolicyLimit::allowed);
      limit =
          up == isMin(rules)
              ? allowed.min().orElse(Integer.MAX_VALUE)
              : allowed.max().orElse(Integer.MIN_VALUE);
    }
    return new RateLimit(
        direction,
        select(rules),
        limits,
        up ? Math.max(limit, input.current()) : Math.min(limit, input.current()));
  }

  private static PolicyLimit policyLimit(
      Direction direction, Normalization.Input input, ScalingPolicy policy) {
    int start = periodStart(input, policy);
    boolean up = direction == Direction.UP;
    int allowed =
        policy.type().equals(ScalingPolicy.PODS)
            ? (up ? start + policy.value() : start - policy.value())
            : up
                ? FloatConversion.ceilToInt(
                    start * (1.0 + policy.value() / 100.0), input.settings())
                : FloatConversion.toInt(start * (1.0 - policy.value() / 100.0), input.settings());
    return new PolicyLimit(policy, start, allowed);
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

  private static String select(@Nullable ScalingRules rules) {
    return rules == null || rules.selectPolicy() == null ? ScalingRules.MAX : rules.selectPolicy();
  }
}
