package dev.hpa.core;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recommendation brought within what history and limits allow.
 *
 * @param desired the replicas to have
 * @param stabilized the recommendation after stabilization
 * @param stabilization why the recommendation was held back; {@link Stabilization#NONE} when it was
 *     not
 * @param windows the times whose recommendations had a say
 * @param rate how far one step may go; null when nothing was to be changed
 * @param limit what bounded the result
 * @param history with this recommendation added
 */
public record Normalization(
    int desired,
    int stabilized,
    Stabilization stabilization,
    List<Window> windows,
    @Nullable RateLimit rate,
    Limit limit,
    History history) {

  /**
   * A stabilization window.
   *
   * @param holds the direction it holds back
   * @param length how far back it reaches
   * @param since where it begins
   * @param sinceCounts whether a recommendation of that very moment counts
   * @param bound the lowest recommendation in it for ups, the highest for downs, the new one
   *     included
   */
  public record Window(
      Direction holds, Duration length, Instant since, boolean sinceCounts, int bound) {

    /** The window with its bound taken from a history and the new recommendation. */
    static Window over(Direction holds, Duration length, boolean sinceCounts, Input input) {
      Window empty =
          new Window(holds, length, input.now().minus(length), sinceCounts, input.recommendation());
      int bound = input.recommendation();
      for (History.Recommendation each : input.history().recommendations()) {
        if (empty.contains(each.at())) {
          bound =
              holds == Direction.UP
                  ? Math.min(bound, each.replicas())
                  : Math.max(bound, each.replicas());
        }
      }
      return new Window(holds, length, empty.since, sinceCounts, bound);
    }

    /** Whether a recommendation of that time counts. */
    public boolean contains(Instant at) {
      return at.isAfter(since) || (sinceCounts && at.equals(since));
    }
  }

  /** Directions of a change. */
  public enum Direction {
    UP,
    DOWN
  }

  /**
   * How far one step may go.
   *
   * @param selectPolicy {@code Max}, {@code Min} or {@code Disabled}
   * @param policies what each policy allows; empty for the fixed limit of autoscalers without
   *     {@code behavior}
   * @param allowed the count that must not be passed
   */
  public record RateLimit(
      Direction direction, String selectPolicy, List<PolicyLimit> policies, int allowed) {}

  /**
   * @param periodStart the replicas at the start of the policy's period, told from recorded changes
   * @param allowed the count it allows
   */
  public record PolicyLimit(ScalingPolicy policy, int periodStart, int allowed) {}

  /**
   * Whether earlier recommendations changed this one; reason and message of condition AbleToScale.
   */
  public enum Stabilization {
    NONE("ReadyForNewScale", "recommended size matches current size"),
    DOWN(
        "ScaleDownStabilized",
        "recent recommendations were higher than current one, applying the highest recent"
            + " recommendation"),
    UP(
        "ScaleUpStabilized",
        "recent recommendations were lower than current one, applying the lowest recent"
            + " recommendation");

    private final String reason;
    private final String message;

    Stabilization(String reason, String message) {
      this.reason = reason;
      this.message = message;
    }

    public String reason() {
      return reason;
    }

    public String message() {
      return message;
    }
  }

  /** What bounded the desired count; reason and message of condition ScalingLimited. */
  public enum Limit {
    NONE("DesiredWithinRange", "the desired count is within the acceptable range"),
    SCALE_UP(
        "ScaleUpLimit",
        "the desired replica count is increasing faster than the maximum scale rate"),
    SCALE_DOWN(
        "ScaleDownLimit",
        "the desired replica count is decreasing faster than the maximum scale rate"),
    MAXIMUM("TooManyReplicas", "the desired replica count is more than the maximum replica count"),
    MINIMUM("TooFewReplicas", "the desired replica count is less than the minimum replica count");

    private final String reason;
    private final String message;

    Limit(String reason, String message) {
      this.reason = reason;
      this.message = message;
    }

    public String reason() {
      return reason;
    }

    public String message() {
      return message;
    }
  }

  /** Everything a normalization starts from. */
  record Input(
      int current,
      int recommendation,
      int min,
      int max,
      @Nullable Behavior behavior,
      History history,
      Settings settings,
      Instant now) {}

  static Normalization of(Input input) {
    return input.behavior() == null
        ? DefaultRules.normalize(input)
        : BehaviorRules.normalize(input, input.behavior());
  }
}
