package dev.hpa.core.behavior;

import dev.hpa.core.replicas.FloatConversion;
import java.util.List;

/**
 * Stabilization and rate limits of an autoscaler without {@code spec.behavior}.
 *
 * <p>The highest recommendation within the downscale stabilization window applies, even if it is
 * above the current replicas. A scale-up may reach max(2 × current, 4) replicas; scale-downs have
 * no rate limit.
 */
final class DefaultRules {

  private DefaultRules() {}

  static Normalization normalize(Normalization.Input input) {
    Normalization.Window window =
        Normalization.Window.over(
            Normalization.Direction.DOWN, input.settings().downscaleStabilization(), true, input);
    int stabilized = window.bound();
    int reachable = FloatConversion.toInt(Math.max(2.0 * input.current(), 4.0), input.settings());
    boolean rateLimited = input.max() > reachable;
    int upper = rateLimited ? reachable : input.max();

    Normalization.Limit limit = Normalization.Limit.NONE;
    int desired = stabilized;
    if (stabilized < input.min()) {
      limit = Normalization.Limit.MINIMUM;
      desired = input.min();
    } else if (stabilized > upper) {
      limit = rateLimited ? Normalization.Limit.SCALE_UP : Normalization.Limit.MAXIMUM;
      desired = upper;
    }
    return new Normalization(
        desired,
        stabilized,
        stabilized == input.recommendation()
            ? Normalization.Stabilization.NONE
            : Normalization.Stabilization.DOWN,
        List.of(window),
        stabilized > input.current()
            ? new Normalization.RateLimit(Normalization.Direction.UP, "Max", List.of(), reachable)
            : null,
        limit,
        input.history().recommending(input.recommendation(), input.now(), window.since()));
  }
}
