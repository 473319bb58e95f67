package dev.hpa.controller.shadow;

import dev.hpa.core.History;
import dev.hpa.core.History.Recommendation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The possible recommendations of the active controller at each of its syncs, with their times.
 * Usually there is one count; if a pod appears or disappears within the milliseconds between the
 * two controllers, there are several for the length of the stabilization window. Not thread-safe.
 */
final class Recommendations {

  /** The longest permitted window plus a margin. */
  private static final Duration KEPT = Duration.ofMinutes(65);

  /** Maximum number of uncertain counts that are tried. */
  private static final int TRIED = 12;

  private final Timing timing;
  private final Deque<Entry> entries = new ArrayDeque<>();

  Recommendations(Timing timing) {
    this.timing = timing;
  }

  /**
   * @param counts not empty
   * @param at on the timeline
   * @param slack the uncertainty of {@code at} in both directions
   */
  private record Entry(NavigableSet<Integer> counts, Instant at, Duration slack) {

    /**
     * @param order -1 for as early as possible, 1 for as late as possible, 0 for the likeliest
     * @param now the time of the decision
     */
    Instant time(int order, Timing timing, Instant now) {
      Instant latest = timing.latest(at, slack, now);
      if (order < 0) {
        return at.minus(slack);
      }
      return order > 0 || latest.isBefore(at) ? latest : at;
    }

    /** The largest count up to a bound, or else the smallest. */
    int upTo(int bound) {
      Integer count = counts.floor(bound);
      return count == null ? counts.first() : count;
    }

    /** The smallest count from a bound on, or else the largest. */
    int from(int bound) {
      Integer count = counts.ceiling(bound);
      return count == null ? counts.last() : count;
    }
  }

  /**
   * Adds the recommendation of a sync.
   *
   * @param counts the possible counts, not empty
   * @param at on the timeline
   * @param slack the uncertainty of {@code at} in both directions
   */
  void add(Set<Integer> counts, Instant at, Duration slack) {
    entries.add(new Entry(new TreeSet<>(counts), at, slack));
    while (entries.getFirst().at().isBefore(at.minus(KEPT))) {
      entries.removeFirst();
    }
  }

  /** Replaces the counts of the sync at a time with more precise ones. */
  void replace(Set<Integer> counts, Instant at) {
    entries.stream()
        .filter(each -> each.at().equals(at))
        .forEach(
            each -> {
              each.counts().clear();
              each.counts().addAll(counts);
            });
  }

  /**
   * The possible histories. A window uses its largest or smallest recommendation. So for each
   * uncertain count there are two: with that count as the largest and as the smallest, as far as
   * the other syncs permit; each with the likeliest, the earliest and the latest times.
   *
   * @param now the time of the decision, in the timeline's time
   * @param ahead the offset of wall-clock time from the timeline
   */
  Set<History> histories(History known, Instant now, Duration ahead) {
    if (entries.isEmpty()) {
      return Set.of(known);
    }
    NavigableSet<Integer> uncertain = new TreeSet<>();
    entries.stream()
        .map(Entry::counts)
        .filter(counts -> counts.size() > 1)
        .forEach(uncertain::addAll);
    Set<List<Integer>> choices = new LinkedHashSet<>();
    choices.add(choice(Entry::counts, NavigableSet::last));
    choices.add(choice(Entry::counts, NavigableSet::first));
    uncertain.stream()
        .limit(TRIED)
        .forEach(
            count -> {
              choices.add(entries.stream().map(each -> each.upTo(count)).toList());
              choices.add(entries.stream().map(each -> each.from(count)).toList());
            });
    Set<History> histories = new LinkedHashSet<>();
    for (List<Integer> choice : choices) {
      for (int order : new int[] {0, -1, 1}) {
        histories.add(with(known, choice, order, now, ahead));
      }
    }
    return histories;
  }

  private List<Integer> choice(
      Function<Entry, NavigableSet<Integer>> counts,
      Function<NavigableSet<Integer>, Integer> which) {
    return entries.stream().map(counts).map(which).toList();
  }

  private History with(
      History known, List<Integer> counts, int order, Instant now, Duration ahead) {
    List<Recommendation> recommendations = new ArrayList<>();
    int next = 0;
    for (Entry each : entries) {
      recommendations.add(
          new Recommendation(counts.get(next), each.time(order, timing, now).plus(ahead)));
      next++;
    }
    return known.withRecommendationsOf(
        new History(List.copyOf(recommendations), List.of(), List.of()));
  }
}
