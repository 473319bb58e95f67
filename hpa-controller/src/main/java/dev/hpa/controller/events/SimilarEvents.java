package dev.hpa.controller.events;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds events that differ in nothing but the message once there are too many of them. Of each
 * group of similar events the different messages are remembered until more than ten minutes pass
 * without an event. The tenth makes them too many; then one of the ten is forgotten, any of them,
 * so that nine stay and every event with a message that is not among them is one too many, too.
 */
final class SimilarEvents {

  private static final int TOO_MANY = 10;
  private static final Duration MEMORY = Duration.ofMinutes(10);

  private final LruCache<Group, Messages> groups = new LruCache<>();
  private final RandomGenerator random;

  SimilarEvents(RandomGenerator random) {
    this.random = random;
  }

  /** Events that are alike but for the message. */
  record Group(EventOccurrence.Source source, String reason) {

    static Group of(EventOccurrence occurrence) {
      return new Group(occurrence.source(), occurrence.event().reason());
    }
  }

  /**
   * @param last when the group had its last event
   */
  private record Messages(List<String> different, Instant last) {}

  /** Takes note of an event and tells whether it is one too many. */
  boolean areTooManyWith(EventOccurrence occurrence, Instant now) {
    Group group = Group.of(occurrence);
    List<String> different = remembered(groups.get(group), now);
    String message = occurrence.event().message();
    if (!different.contains(message)) {
      different.add(message);
    }
    boolean tooMany = different.size() >= TOO_MANY;
    if (tooMany) {
      different.remove(random.nextInt(different.size()));
    }
    groups.put(group, new Messages(List.copyOf(different), now));
    return tooMany;
  }

  private static List<String> remembered(@Nullable Messages known, Instant now) {
    if (known == null || known.last().plus(MEMORY).isBefore(now)) {
      return new ArrayList<>();
    }
    return new ArrayList<>(known.different());
  }
}
