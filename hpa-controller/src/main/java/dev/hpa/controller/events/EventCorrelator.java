package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Aggregates, deduplicates and rate-limits events, as client-go's EventCorrelator does.
 *
 * <ol>
 *   <li>Events that exceed the limit of similar events are aggregated ({@link SimilarEvents}).
 *   <li>A repeated event increments the count of the first one, even if it is then rate-limited, so
 *       that counts may skip values.
 *   <li>Events above the rate limit of their source are dropped ({@link SpamFilter}).
 * </ol>
 *
 * <p>State is bounded and kept in memory only. Not thread-safe.
 */
final class EventCorrelator {

  private static final String COMBINED = "(combined from similar events): ";

  private final SimilarEvents similar;
  private final LruCache<Series, Told> told = new LruCache<>();
  private final SpamFilter filter = new SpamFilter();
  private final EventNames names = new EventNames();

  /**
   * @param random chooses which message to forget when there are too many
   */
  EventCorrelator(RandomGenerator random) {
    this.similar = new SimilarEvents(random);
  }

  /** What one event object tells of. */
  private sealed interface Series {}

  private record Same(ObjectReference about, String component, HpaEvent event) implements Series {}

  private record Combined(SimilarEvents.Group group) implements Series {}

  private record Told(String name, Instant first, int count) {}

  /**
   * The event object to send: a new one when its count is 1, otherwise a change of the one that has
   * its name; empty to send nothing.
   *
   * @param now the time of sending, which may be later than the occurrence
   */
  Optional<EventObject> correlate(EventOccurrence occurrence, Instant now) {
    EventObject event =
        similar.areTooManyWith(occurrence, now) ? combined(occurrence, now) : single(occurrence);
    return filter.admits(occurrence.source(), now) ? Optional.of(event) : Optional.empty();
  }

  private EventObject single(EventOccurrence occurrence) {
    ObjectReference about = occurrence.about();
    Series series = new Same(about.anyVersion(), occurrence.component(), occurrence.event());
    Told known = told.get(series);
    Told next =
        known == null
            ? new Told(names.nextValid(about.name(), occurrence.at()), occurrence.at(), 1)
            : again(known);
    return tell(series, next, occurrence, occurrence.component());
  }

  private EventObject combined(EventOccurrence occurrence, Instant now) {
    Series series = new Combined(SimilarEvents.Group.of(occurrence));
    Told known = told.get(series);
    Told next =
        known == null ? new Told(names.next(occurrence.about().name(), now), now, 1) : again(known);
    HpaEvent event = occurrence.event();
    HpaEvent marked = new HpaEvent(event.type(), event.reason(), COMBINED + event.message());
    return tell(
        series,
        next,
        new EventOccurrence(occurrence.about(), occurrence.component(), marked, now),
        "");
  }

  private static Told again(Told known) {
    return new Told(known.name(), known.first(), known.count() + 1);
  }

  private EventObject tell(Series series, Told next, EventOccurrence latest, String reporter) {
    told.put(series, next);
    return new EventObject(next.name(), latest, reporter, next.first(), next.count());
  }
}
