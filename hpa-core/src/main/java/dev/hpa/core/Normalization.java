package dev.hpa.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recommendation brought within what history and limits allow.
 *
 * @param desired the replicas to have
 * @param stabilization why the recommendation was held back; {@link Stabilization#NONE} when it was
 *     not
 * @param limit what bounded the result
 * @param history with this recommendation added
 */
record Normalization(int desired, Stabilization stabilization, Limit limit, History history) {

  /**
   * Whether earlier recommendations changed this one; reason and message of condition AbleToScale.
   */
  enum Stabilization {
    NONE("ReadyForNewScale", "recommended size matches current size"),
    DOWN(
        "ScaleDownStabilized",
        "recent recommendations were higher than current one, applying the highest recent"
            + " recommendation"),
    UP(
        "ScaleUpStabilized",
        "recent recommendations were lower than current one, applying the lowest recent"
            + " recommendation");

    final String reason;
    final String message;

    Stabilization(String reason, String message) {
      this.reason = reason;
      this.message = message;
    }
  }

  /** What bounded the desired count; reason and message of condition ScalingLimited. */
  enum Limit {
    NONE("DesiredWithinRange", "the desired count is within the acceptable range"),
    SCALE_UP(
        "ScaleUpLimit",
        "the desired replica count is increasing faster than the maximum scale rate"),
    SCALE_DOWN(
        "ScaleDownLimit",
        "the desired replica count is decreasing faster than the maximum scale rate"),
    MAXIMUM("TooManyReplicas", "the desired replica count is more than the maximum replica count"),
    MINIMUM("TooFewReplicas", "the desired replica count is less than the minimum replica count");

    final String reason;
    final String message;

    Limit(String reason, String message) {
      this.reason = reason;
      this.message = message;
    }
  }

  /** Everything a normalization starts from. */
  record Input(
      int current,
      int recommendation,
      int min,
      int max,
      dev.hpa.api.@Nullable Behavior behavior,
      History history,
      Settings settings,
      Instant now) {}

  static Normalization of(Input input) {
    return input.behavior() == null
        ? DefaultRules.normalize(input)
        : BehaviorRules.normalize(input, input.behavior());
  }
}
