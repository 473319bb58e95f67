package dev.hpa.controller.shadow;

import dev.hpa.core.History;
import dev.hpa.core.History.Recommendation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The bounds of what the active controller recommended at each of its syncs. Where a pod appears or
 * disappears within the milliseconds between the two controllers, the recommendation is not known
 * exactly, and it counts for as long as the stabilization window. Not thread-safe.
 */
final class Recommendations {

  /** The longest window an autoscaler may have, and something more. */
  private static final Duration KEPT = Duration.ofMinutes(65);

  private final Deque<Recommendation> least = new ArrayDeque<>();
  private final Deque<Recommendation> most = new ArrayDeque<>();

  /**
   * Adds the recommendation of a sync.
   *
   * @param at in the timeline's time
   */
  void add(Reassessment.Bounds bounds, Instant at) {
    least.add(new Recommendation(bounds.least(), at));
    most.add(new Recommendation(bounds.most(), at));
    while (least.getFirst().at().isBefore(at.minus(KEPT))) {
      least.removeFirst();
      most.removeFirst();
    }
  }

  /**
   * A history with its own recommendations, the smallest and the largest possible ones.
   *
   * @param ahead from the timeline's time to the time clocks show
   */
  List<History> histories(History known, Duration ahead) {
    return least.isEmpty()
        ? List.of(known)
        : List.of(known, with(known, least, ahead), with(known, most, ahead));
  }

  private static History with(History known, Deque<Recommendation> values, Duration ahead) {
    History own = new History(List.copyOf(values), List.of(), List.of());
    return known.withRecommendationsOf(own.moved(ahead));
  }
}
