package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Finds out what to send when something happens, the way the Kubernetes client for Go does.
 *
 * <ol>
 *   <li>An event that is one too many of its kind becomes a combined one ({@link SimilarEvents}).
 *   <li>The same event again, and a combined one of the same kind, raises the count of the first.
 *       That happens whether or not it is sent in the end, so counts may jump.
 *   <li>What its source may not send at the moment is not sent ({@link SpamFilter}).
 * </ol>
 *
 * <p>What is remembered is bounded and lasts as long as this object. Not thread-safe.
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
  Optional<EventObject> correlate(Occurrence occurrence, Instant now) {
    EventObject event =
        similar.areTooManyWith(occurrence, now) ? combined(occurrence, now) : single(occurrence);
    return filter.admits(occurrence.source(), now) ? Optional.of(event) : Optional.empty();
  }

  private EventObject single(Occurrence occurrence) {
    ObjectReference about = occurrence.about();
    Series series = new Same(about.anyVersion(), occurrence.component(), occurrence.event());
    Told known = told.get(series);
    Told next =
        known == null
            ? new Told(names.nextValid(about.name(), occurrence.at()), occurrence.at(), 1)
            : again(known);
    return tell(series, next, occurrence, occurrence.component());
  }

  private EventObject combined(Occurrence occurrence, Instant now) {
    Series series = new Combined(SimilarEvents.Group.of(occurrence));
    Told known = told.get(series);
    Told next =
        known == null ? new Told(names.next(occurrence.about().name(), now), now, 1) : again(known);
    HpaEvent event = occurrence.event();
    HpaEvent marked = new HpaEvent(event.type(), event.reason(), COMBINED + event.message());
    return tell(
        series, next, new Occurrence(occurrence.about(), occurrence.component(), marked, now), "");
  }

  private static Told again(Told known) {
    return new Told(known.name(), known.first(), known.count() + 1);
  }

  private EventObject tell(Series series, Told next, Occurrence latest, String reporter) {
    told.put(series, next);
    return new EventObject(next.name(), latest, reporter, next.first(), next.count());
  }
}
