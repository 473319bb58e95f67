package dev.hpa.core.options;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a metric proposes after it has failed for some time (KEP-5679, for every type of metric).
 *
 * @param strategy how the proposal is computed
 * @param replicas the replicas of the strategy, greater than 0; null for {@link
 *     Strategy#CURRENT_REPLICAS}
 * @param after how long a metric fails before it proposes; not negative
 */
public record Fallback(Strategy strategy, @Nullable Integer replicas, Duration after) {

  /** The condition of an autoscaler with a fallback. */
  public static final String CONDITION = "FallbackActive";

  /** The start of its message if metrics fall back; each metric follows, with the fallback. */
  public static final String ACTIVE = "failed metrics fall back: ";

  /** The time before a fallback if none is set. */
  public static final Duration DEFAULT_AFTER = Duration.ofMinutes(3);

  /** How the proposal of a failed metric is computed. */
  public enum Strategy {
    /** The configured replicas. */
    STATIC("Static"),
    /** The current replicas. */
    CURRENT_REPLICAS("CurrentReplicas"),
    /** The greater of the configured and the current replicas. */
    CURRENT_REPLICAS_IF_HIGHER("CurrentReplicasIfHigher"),
    /** The smaller of the configured and the current replicas. */
    CURRENT_REPLICAS_IF_LOWER("CurrentReplicasIfLower");

    private final String text;

    Strategy(String text) {
      this.text = text;
    }

    /** The value of the annotation. */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The replicas that a failed metric proposes. A target with 0 replicas stays there unless the
   * strategy is {@link Strategy#STATIC}.
   *
   * @param current {@code spec.replicas} of the scale
   */
  public int proposal(int current) {
    int configured = replicas == null ? current : replicas;
    if (current == 0 && strategy != Strategy.STATIC) {
      return 0;
    }
    return switch (strategy) {
      case STATIC -> configured;
      case CURRENT_REPLICAS -> current;
      case CURRENT_REPLICAS_IF_HIGHER -> Math.max(configured, current);
      case CURRENT_REPLICAS_IF_LOWER -> Math.min(configured, current);
    };
  }

  /**
   * The latest times at which the metrics began to fail that fall back by a status, by the names
   * that its condition {@code FallbackActive} has; empty if none does, or with another fallback.
   */
  public Map<String, Instant> failingSince(HpaStatus status) {
    Map<String, Instant> since = new HashMap<>();
    for (HpaCondition each : status.conditionsOrEmpty()) {
      Instant active = each.lastTransitionTime();
      if (each.type().equals(CONDITION)
          && each.status().equals(HpaCondition.TRUE)
          && each.message().startsWith(ACTIVE)
          && active != null) {
        String names = each.message().substring(ACTIVE.length());
        for (String name : names.split(Pattern.quote(" (" + this + ")") + "(?:, )?", -1)) {
          since.put(name, active.minus(after));
        }
      }
    }
    since.remove("");
    return since;
  }

  /** The strategy with its replicas, such as {@code Static 12} or {@code CurrentReplicas}. */
  @Override
  public String toString() {
    return replicas == null ? strategy.toString() : strategy + " " + replicas;
  }
}
