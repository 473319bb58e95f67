package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.LruMap;
import java.time.Instant;
import java.util.Map;
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
 * <p>State is bounded, whatever the length of messages is, and kept in memory only. Not
 * thread-safe.
 */
final class EventCorrelator {

  private static final String COMBINED = "(combined from similar events): ";

  private final SimilarEvents similar;

  /** The entries that upstream keeps of each kind. */
  static final int MAX_ENTRIES = 4096;

  private final Map<Series, Sent> sent = new LruMap<>(MAX_ENTRIES);
  private final SpamFilter filter = new SpamFilter();
  private final EventNames names = new EventNames();

  /**
   * @param random selects the message to evict
   */
  EventCorrelator(RandomGenerator random) {
    this.similar = new SimilarEvents(random);
  }

  /** The occurrences that one event object counts. */
  private sealed interface Series {}

  private record Same(
      ObjectReference about,
      String component,
      HpaEvent.Type type,
      String reason,
      MessageDigests.Digest message)
      implements Series {

    static Same of(EventOccurrence occurrence) {
      HpaEvent event = occurrence.event();
      return new Same(
          occurrence.about().anyVersion(),
          occurrence.component(),
          event.type(),
          event.reason(),
          MessageDigests.of(event.message()));
    }
  }

  private record Combined(SimilarEvents.Group group) implements Series {}

  private record Sent(String name, Instant first, int count) {}

  /**
   * The event object to send: to create if its count is 1, otherwise to patch the existing one with
   * its name; empty if the event is rate-limited.
   *
   * @param now the time of sending, which may be later than the occurrence
   */
  Optional<EventObject> correlate(EventOccurrence occurrence, Instant now) {
    EventObject event =
        similar.areTooManyWith(occurrence, now) ? combined(occurrence, now) : single(occurrence);
    return filter.admits(occurrence.source(), now) ? Optional.of(event) : Optional.empty();
  }

  /**
   * Counts the next event with the message of an accepted one to it, as client-go does: a combined
   * event takes an entry for each of its messages.
   */
  void accepted(EventObject event) {
    sent.put(Same.of(event.latest()), new Sent(event.name(), event.first(), event.count()));
  }

  private EventObject single(EventOccurrence occurrence) {
    ObjectReference about = occurrence.about();
    Series series = Same.of(occurrence);
    Sent known = sent.get(series);
    Sent next =
        known == null
            ? new Sent(names.nextValid(about.name(), occurrence.at()), occurrence.at(), 1)
            : increment(known);
    return store(series, next, occurrence, occurrence.component());
  }

  private EventObject combined(EventOccurrence occurrence, Instant now) {
    Series series = new Combined(SimilarEvents.Group.of(occurrence));
    Sent known = sent.get(series);
    Sent next =
        known == null
            ? new Sent(names.next(occurrence.about().name(), now), now, 1)
            : increment(known);
    HpaEvent event = occurrence.event();
    HpaEvent marked =
        new HpaEvent(
            event.type(), event.reason(), COMBINED + event.message(), event.isAdditional());
    return store(
        series,
        next,
        new EventOccurrence(occurrence.about(), occurrence.component(), marked, now),
        "");
  }

  private static Sent increment(Sent known) {
    return new Sent(known.name(), known.first(), known.count() + 1);
  }

  private EventObject store(Series series, Sent next, EventOccurrence latest, String reporter) {
    sent.put(series, next);
    return new EventObject(next.name(), latest, reporter, next.first(), next.count());
  }
}
