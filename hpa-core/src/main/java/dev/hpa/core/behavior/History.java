package dev.hpa.core.behavior;

import dev.hpa.api.Behavior;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The recommendations and scale events of one autoscaler, which stabilization windows and scaling
 * policies evaluate. Scale events are recorded only while the autoscaler has a {@code
 * spec.behavior}. Immutable.
 *
 * <p>As in upstream, lists never shrink: a new entry replaces the last expired one, if any. Expiry
 * is evaluated when an entry is added, so that an entry may apply again after a window is
 * lengthened.
 *
 * @param failingSince when the metrics that fail now began to, by the name of the metric in
 *     conditions; kept only for autoscalers with a fallback
 */
public record History(
    List<Recommendation> recommendations,
    List<ScaleEvent> scaleUps,
    List<ScaleEvent> scaleDowns,
    Map<String, Instant> failingSince) {

  /** No recommendations and no scale events. */
  public static final History EMPTY = new History(List.of(), List.of(), List.of());

  public History {
    failingSince = ImmutableCopies.map(failingSince);
  }

  /** A history in which no metric fails. */
  public History(
      List<Recommendation> recommendations,
      List<ScaleEvent> scaleUps,
      List<ScaleEvent> scaleDowns) {
    this(recommendations, scaleUps, scaleDowns, Map.of());
  }

  /** The replicas computed from metrics in one reconcile, before stabilization and limits. */
  public record Recommendation(int replicas, Instant at) {}

  /**
   * A change of the replicas that was written to the scale.
   *
   * @param change replicas added or removed, as a positive number
   * @param outdated whether a new scale event may replace this one; until then it applies to each
   *     policy whose period contains it
   */
  public record ScaleEvent(int change, Instant at, boolean outdated) {}

  /**
   * A history with the current replicas as its first recommendation, unless it has recommendations;
   * prevents a scale-down right after a restart.
   */
  public History seeded(int replicas, Instant now) {
    return recommendations.isEmpty()
        ? new History(
            List.of(new Recommendation(replicas, now)), scaleUps, scaleDowns, failingSince)
        : this;
  }

  /** A copy with all times shifted by a duration. */
  public History moved(Duration by) {
    return by.isZero()
        ? this
        : new History(
            recommendations.stream()
                .map(each -> new Recommendation(each.replicas(), each.at().plus(by)))
                .toList(),
            moved(scaleUps, by),
            moved(scaleDowns, by),
            moved(failingSince, by));
  }

  private static Map<String, Instant> moved(Map<String, Instant> times, Duration by) {
    Map<String, Instant> result = new HashMap<>();
    times.forEach((name, time) -> result.put(name, time.plus(by)));
    return result;
  }

  private static List<ScaleEvent> moved(List<ScaleEvent> events, Duration by) {
    return events.stream()
        .map(each -> new ScaleEvent(each.change(), each.at().plus(by), each.outdated()))
        .toList();
  }

  /**
   * A copy with a recommendation added; it replaces the last one older than the cut-off, if any.
   */
  History recommending(int replicas, Instant now, Instant cutOff) {
    int free = -1;
    for (int i = 0; i < recommendations.size(); i++) {
      if (recommendations.get(i).at().isBefore(cutOff)) {
        free = i;
      }
    }
    return new History(
        replacedOrAppended(recommendations, free, new Recommendation(replicas, now)),
        scaleUps,
        scaleDowns,
        failingSince);
  }

  /** A copy without recommendations before a time. */
  public History withoutRecommendationsBefore(Instant cutOff) {
    return new History(
        recommendations.stream().filter(each -> !each.at().isBefore(cutOff)).toList(),
        scaleUps,
        scaleDowns,
        failingSince);
  }

  /** A copy without scale events. */
  public History withoutScaleEvents() {
    return new History(recommendations, List.of(), List.of(), failingSince);
  }

  /** The longest period of the policies of an autoscaler. */
  public static Duration longestPeriod(Behavior behavior) {
    return Duration.ofSeconds(
        Math.max(longestPeriod(behavior.scaleUp()), longestPeriod(behavior.scaleDown())));
  }

  /**
   * The longest stabilization window of an autoscaler.
   *
   * @param behavior the behavior of the autoscaler; null for none
   */
  public static Duration longestWindow(@Nullable Behavior behavior, Settings settings) {
    return behavior == null
        ? settings.downscaleStabilization()
        : BehaviorRules.longestWindow(behavior, settings);
  }

  /** A copy with a recommendation appended. */
  public History withRecommendation(Recommendation added) {
    List<Recommendation> all = new ArrayList<>(recommendations);
    all.add(added);
    return new History(List.copyOf(all), scaleUps, scaleDowns, failingSince);
  }

  /** A copy whose higher recommendations are lowered to a number of replicas. */
  public History withRecommendationsUpTo(int replicas) {
    return new History(
        recommendations.stream()
            .map(each -> new Recommendation(Math.min(replicas, each.replicas()), each.at()))
            .toList(),
        scaleUps,
        scaleDowns,
        failingSince);
  }

  /** A copy with the recommendations of another history. */
  public History withRecommendationsOf(History other) {
    return new History(other.recommendations, scaleUps, scaleDowns, failingSince);
  }

  /** A copy with other failing metrics. */
  public History failing(Map<String, Instant> since) {
    return since.equals(failingSince)
        ? this
        : new History(recommendations, scaleUps, scaleDowns, since);
  }

  /** A copy with the scale event from one replica count to another added. */
  public History scaled(int from, int to, Behavior behavior, Instant now) {
    if (to > from) {
      return new History(
          recommendations,
          added(scaleUps, to - from, behavior.scaleUp(), now),
          scaleDowns,
          failingSince);
    }
    return new History(
        recommendations,
        scaleUps,
        added(scaleDowns, from - to, behavior.scaleDown(), now),
        failingSince);
  }

  private static List<ScaleEvent> added(
      List<ScaleEvent> events, int change, Behavior.@Nullable ScalingRules rules, Instant now) {
    Instant cutOff = now.minusSeconds(longestPeriod(rules));
    List<ScaleEvent> marked = new ArrayList<>(events.size() + 1);
    int free = -1;
    for (ScaleEvent event : events) {
      boolean outdated = event.outdated() || event.at().isBefore(cutOff);
      if (outdated) {
        free = marked.size();
      }
      marked.add(new ScaleEvent(event.change(), event.at(), outdated));
    }
    return replacedOrAppended(marked, free, new ScaleEvent(change, now, false));
  }

  private static int longestPeriod(Behavior.@Nullable ScalingRules rules) {
    return rules == null
        ? 0
        : rules.policiesOrEmpty().stream()
            .mapToInt(Behavior.ScalingPolicy::periodSeconds)
            .max()
            .orElse(0);
  }

  private static <T> List<T> replacedOrAppended(List<T> list, int index, T value) {
    List<T> result = new ArrayList<>(list.size() + (index < 0 ? 1 : 0));
    result.addAll(list);
    if (index < 0) {
      result.add(value);
    } else {
      result.set(index, value);
    }
    return Collections.unmodifiableList(result);
  }

  /** Net change of the replicas by scale events after the given time. */
  int changeSince(Instant cutOff) {
    return sumAfter(scaleUps, cutOff) - sumAfter(scaleDowns, cutOff);
  }

  private static int sumAfter(List<ScaleEvent> events, Instant cutOff) {
    int sum = 0;
    for (ScaleEvent event : events) {
      if (event.at().isAfter(cutOff)) {
        sum += event.change();
      }
    }
    return sum;
  }
}
