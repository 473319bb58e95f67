package dev.hpa.core;

import dev.hpa.api.Behavior;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What earlier decisions about one autoscaler left behind: recommendations before stabilization,
 * and the changes that were really written while the autoscaler had a {@code behavior}.
 *
 * <p>The lists are never trimmed; a new entry takes the place of the last expired one if there is
 * any. Which places are free is judged when an entry is written, so that an entry may count again
 * after the user lengthens a window.
 */
public record History(
    List<Recommendation> recommendations, List<ScaleEvent> scaleUps, List<ScaleEvent> scaleDowns) {

  /** Nothing known yet. */
  public static final History EMPTY = new History(List.of(), List.of(), List.of());

  /** The replicas one decision would have liked, before any limit. */
  public record Recommendation(int replicas, Instant at) {}

  /**
   * A change that was written.
   *
   * @param change replicas added or removed, as a positive number
   * @param outdated whether its place may be taken; it still counts as long as its time lies in a
   *     period
   */
  public record ScaleEvent(int change, Instant at, boolean outdated) {}

  /** On first sight of a target its replicas stand for the recommendations nobody remembers. */
  public History seeded(int replicas, Instant now) {
    return recommendations.isEmpty()
        ? new History(List.of(new Recommendation(replicas, now)), scaleUps, scaleDowns)
        : this;
  }

  /** The same with all times moved. */
  public History moved(Duration by) {
    return by.isZero()
        ? this
        : new History(
            recommendations.stream()
                .map(each -> new Recommendation(each.replicas(), each.at().plus(by)))
                .toList(),
            moved(scaleUps, by),
            moved(scaleDowns, by));
  }

  private static List<ScaleEvent> moved(List<ScaleEvent> events, Duration by) {
    return events.stream()
        .map(each -> new ScaleEvent(each.change(), each.at().plus(by), each.outdated()))
        .toList();
  }

  /** Adds a recommendation, in the last place older than the cut-off if there is one. */
  History recommending(int replicas, Instant now, Instant cutOff) {
    int free = -1;
    for (int i = 0; i < recommendations.size(); i++) {
      if (recommendations.get(i).at().isBefore(cutOff)) {
        free = i;
      }
    }
    return new History(
        placed(recommendations, free, new Recommendation(replicas, now)), scaleUps, scaleDowns);
  }

  /** The same with the recommendations of another. */
  public History withRecommendationsOf(History other) {
    return new History(other.recommendations, scaleUps, scaleDowns);
  }

  /** Adds the change from one replica count to another. */
  public History scaled(int from, int to, Behavior behavior, Instant now) {
    if (to > from) {
      return new History(
          recommendations, added(scaleUps, to - from, behavior.scaleUp(), now), scaleDowns);
    }
    return new History(
        recommendations, scaleUps, added(scaleDowns, from - to, behavior.scaleDown(), now));
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
    return placed(marked, free, new ScaleEvent(change, now, false));
  }

  private static int longestPeriod(Behavior.@Nullable ScalingRules rules) {
    return rules == null
        ? 0
        : rules.policiesOrEmpty().stream()
            .mapToInt(Behavior.ScalingPolicy::periodSeconds)
            .max()
            .orElse(0);
  }

  private static <T> List<T> placed(List<T> list, int place, T value) {
    List<T> result = new ArrayList<>(list);
    if (place < 0) {
      result.add(value);
    } else {
      result.set(place, value);
    }
    return List.copyOf(result);
  }

  /** Replicas added less those removed after the given time. */
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
