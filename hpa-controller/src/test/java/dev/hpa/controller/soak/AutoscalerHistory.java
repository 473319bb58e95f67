package dev.hpa.controller.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Stream;

/** What is known of one autoscaler, as far back as a decision may depend on it. Not thread-safe. */
final class AutoscalerHistory {

  private final MetricSource source;
  private final Duration window;
  private final Deque<BoundsChange> bounds = new ArrayDeque<>();

  /**
   * Recommendations in the order of time, each higher than all after it: the first is the maximum.
   */
  private final Deque<Recommendation> recommendations = new ArrayDeque<>();

  private int replicas;

  AutoscalerHistory(MetricSource source, Duration window, int replicas) {
    this.source = source;
    this.window = window;
    this.replicas = replicas;
  }

  private record BoundsChange(Instant at, ReplicaBounds bounds) {}

  private record Recommendation(Instant at, int replicas) {}

  MetricSource source() {
    return source;
  }

  int replicas() {
    return replicas;
  }

  void scaled(int to) {
    replicas = to;
  }

  void bounded(Instant at, ReplicaBounds changed) {
    bounds.addLast(new BoundsChange(at, changed));
  }

  /** All bounds that were in force at some time since then; older ones are forgotten. */
  Stream<ReplicaBounds> boundsSince(Instant since) {
    Iterator<BoundsChange> each = bounds.iterator();
    each.next();
    int outdated = 0;
    while (each.hasNext() && !each.next().at().isAfter(since)) {
      outdated++;
    }
    for (int i = 0; i < outdated; i++) {
      bounds.removeFirst();
    }
    return bounds.stream().map(BoundsChange::bounds);
  }

  void recommended(Instant at, int count) {
    while (!recommendations.isEmpty() && recommendations.getLast().replicas() <= count) {
      recommendations.removeLast();
    }
    recommendations.addLast(new Recommendation(at, count));
  }

  /** A new leader remembers nothing; its first recommendation is the count it finds. */
  void restarted(Instant at) {
    recommendations.clear();
    recommended(at, replicas);
  }

  /**
   * The highest recommendation that holds back a scale-down written at this time. One that is
   * exactly as old as the window does not count, as in upstream.
   */
  int highestRecommendation(Instant at) {
    Instant begin = at.minus(window);
    while (!recommendations.isEmpty() && !recommendations.getFirst().at().isAfter(begin)) {
      recommendations.removeFirst();
    }
    return recommendations.stream()
        .filter(each -> !each.at().isAfter(at))
        .mapToInt(Recommendation::replicas)
        .max()
        .orElse(0);
  }
}
