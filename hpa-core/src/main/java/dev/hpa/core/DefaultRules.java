package dev.hpa.core;

import java.time.Instant;

/**
 * Limits of an autoscaler without {@code behavior}.
 *
 * <p>The highest recommendation of the stabilization window counts, even when it is above the
 * current replicas. Upwards one step at most doubles, and may always reach four; downwards there is
 * no rate limit.
 */
final class DefaultRules {

  private DefaultRules() {}

  static Normalization normalize(Normalization.Input input) {
    Instant cutOff = input.now().minus(input.settings().downscaleStabilization());
    int stabilized = highest(input, cutOff);
    Normalization.Stabilization stabilization =
        stabilized == input.recommendation()
            ? Normalization.Stabilization.NONE
            : Normalization.Stabilization.DOWN;
    History history = input.history().recommending(input.recommendation(), input.now(), cutOff);

    int reachable = Floats.toInt(Math.max(2.0 * input.current(), 4.0));
    boolean rateLimited = input.max() > reachable;
    int upper = rateLimited ? reachable : input.max();
    if (stabilized < input.min()) {
      return new Normalization(input.min(), stabilization, Normalization.Limit.MINIMUM, history);
    }
    if (stabilized > upper) {
      return new Normalization(
          upper,
          stabilization,
          rateLimited ? Normalization.Limit.SCALE_UP : Normalization.Limit.MAXIMUM,
          history);
    }
    return new Normalization(stabilized, stabilization, Normalization.Limit.NONE, history);
  }

  private static int highest(Normalization.Input input, Instant cutOff) {
    int highest = input.recommendation();
    for (History.Recommendation each : input.history().recommendations()) {
      if (!each.at().isBefore(cutOff)) {
        highest = Math.max(highest, each.replicas());
      }
    }
    return highest;
  }
}
