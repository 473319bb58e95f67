package dev.hpa.controller.shadow;

import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.Recommendation;
import dev.hpa.kube.memory.Limit;
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
import org.jspecify.annotations.Nullable;

/**
 * The possible recommendations of the active controller at each of its syncs, with their times.
 * Usually there is one count; if a pod appears or disappears within the milliseconds between the
 * two controllers, there are several for the length of the stabilization window. Not thread-safe.
 */
final class Recommendations {

  /** The longest permitted window plus a margin. */
  private static final Duration KEPT = Duration.ofMinutes(65);

  private final Timing timing;
  private final Deque<Entry> entries = new ArrayDeque<>();

  /** The last written sync; null if syncs without a write may have other counts. */
  private @Nullable Entry repeated;

  Recommendations(Timing timing) {
    this.timing = timing;
  }

  /** A copy of the recommendations before a time, which changes independently. */
  Recommendations before(Instant end) {
    Recommendations copy = new Recommendations(timing);
    entries.stream()
        .filter(each -> each.at().isBefore(end))
        .forEach(each -> copy.entries.add(each.at(each.at())));
    return copy;
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

    /** The same recommendation at another time. */
    Entry at(Instant time) {
      return new Entry(new TreeSet<>(counts), time, slack);
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

  /**
   * Adds the recommendation of a sync whose status was written. Until the next write the active
   * controller repeats it in every sync; there is none after a scale event, which a write follows.
   */
  void written(StatusWrite write, Set<Integer> counts) {
    add(counts, write.at(), Timing.LAG);
    repeated = write.isScaleEvent() ? null : entries.getLast();
  }

  /** Notes that syncs without a write do not repeat the last recommendation. */
  void interrupt() {
    repeated = null;
  }

  /**
   * Adds the syncs since the last written one. The active controller writes no status that has not
   * changed, and its recommendation has not changed then either.
   *
   * @param next the time of the next written sync
   */
  void addUnwritten(Instant next) {
    Entry last = repeated;
    if (last != null) {
      for (long i = timing.periods(last.at(), next) - 1; i > 0; i--) {
        Instant at = next.minus(timing.period().multipliedBy(i));
        entries.add(last.at(at));
      }
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
        .limit(Limit.TRIED_STATES.asInt())
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
