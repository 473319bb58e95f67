package dev.hpa.core.behavior;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The desired replicas after stabilization, rate limits and bounds; upstream calls this step
 * normalization.
 *
 * @param desired the desired replicas
 * @param stabilized the recommendation after stabilization
 * @param stabilization the direction that stabilization changed; {@link Stabilization#NONE} if it
 *     changed nothing
 * @param windows the stabilization windows
 * @param rate the rate limit; null if the stabilized replicas equal the current ones
 * @param limit the limit that applied
 * @param history the history with this recommendation added
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
   * @param direction the direction that the window stabilizes
   * @param length its length
   * @param since its start
   * @param sinceCounts whether a recommendation at exactly that time is inside the window
   * @param bound the lowest recommendation in it for scale-ups, the highest for scale-downs, the
   *     new one included
   */
  public record Window(
      Direction direction, Duration length, Instant since, boolean sinceCounts, int bound) {

    /** A window with its bound computed from the history and the new recommendation. */
    static Window over(Direction direction, Duration length, boolean sinceCounts, Input input) {
      Window empty =
          new Window(
              direction, length, input.now().minus(length), sinceCounts, input.recommendation());
      int bound = input.recommendation();
      for (History.Recommendation each : input.history().recommendations()) {
        if (empty.contains(each.at())) {
          bound =
              direction == Direction.UP
                  ? Math.min(bound, each.replicas())
                  : Math.max(bound, each.replicas());
        }
      }
      return new Window(direction, length, empty.since, sinceCounts, bound);
    }

    /** Whether a recommendation at that time is inside the window. */
    public boolean contains(Instant at) {
      return at.isAfter(since) || (sinceCounts && at.equals(since));
    }
  }

  /** The direction of a change of replicas. */
  public enum Direction {
    UP,
    DOWN
  }

  /**
   * The rate limit of one scale event.
   *
   * @param selectPolicy {@code Max}, {@code Min} or {@code Disabled}
   * @param policies the limit of each policy; empty for the fixed limit of autoscalers without
   *     {@code behavior}
   * @param allowed the highest count of a scale-up, or the lowest of a scale-down
   */
  public record RateLimit(
      Direction direction, String selectPolicy, List<PolicyLimit> policies, int allowed) {}

  /**
   * @param periodStart the replicas at the start of the policy's period, computed from recorded
   *     scale events
   * @param allowed the highest or lowest count that the policy allows
   */
  public record PolicyLimit(ScalingPolicy policy, int periodStart, int allowed) {}

  /** The effect of stabilization, with the reason and message of condition AbleToScale. */
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

  /**
   * The limit that applied to the desired replicas, with the reason and message of condition
   * ScalingLimited.
   */
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

  /** The input of a normalization. */
  public record Input(
      int current,
      int recommendation,
      int min,
      int max,
      @Nullable Behavior behavior,
      History history,
      Settings settings,
      Instant now) {}

  /**
   * The replicas that the policies allow for a scale-down at a time; between both counts.
   *
   * @param from the current replicas
   * @param to the recommended replicas, not more than these
   * @param history earlier scale events; its recommendations stabilize
   */
  public static int scaledDown(
      int from, int to, Behavior behavior, History history, Settings settings, Instant now) {
    return of(new Input(from, to, to, from, behavior, history, settings, now)).desired();
  }

  public static Normalization of(Input input) {
    return input.behavior() == null
        ? DefaultRules.normalize(input)
        : BehaviorRules.normalize(input, input.behavior());
  }
}
