package dev.hpa.controller.events;

import dev.hpa.kube.client.LruMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Detects too many events that differ only in the message. The distinct messages of a group are
 * kept until more than 10 min pass without an event. The tenth distinct message exceeds the limit;
 * a random one of the ten is then evicted, so that every later event with a message that is not
 * among the other nine exceeds the limit, too.
 */
final class SimilarEvents {

  private static final int TOO_MANY = 10;
  private static final Duration MEMORY = Duration.ofMinutes(10);

  private final Map<Group, Messages> groups = new LruMap<>(EventCorrelator.MAX_ENTRIES);
  private final RandomGenerator random;

  SimilarEvents(RandomGenerator random) {
    this.random = random;
  }

  /** Events that differ only in the message. */
  record Group(EventOccurrence.Source source, String reason) implements Comparable<Group> {

    @Override
    public int compareTo(Group other) {
      int bySource = source.compareTo(other.source);
      return bySource == 0 ? reason.compareTo(other.reason) : bySource;
    }

    static Group of(EventOccurrence occurrence) {
      return new Group(occurrence.source(), occurrence.event().reason());
    }
  }

  /**
   * @param last the time of the last event of the group
   */
  private record Messages(List<MessageDigests.Digest> different, Instant last) {}

  /** Records an event and returns whether it exceeds the limit of similar events. */
  boolean areTooManyWith(EventOccurrence occurrence, Instant now) {
    Group group = Group.of(occurrence);
    List<MessageDigests.Digest> different = remembered(groups.get(group), now);
    MessageDigests.Digest message = MessageDigests.of(occurrence.event().message());
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

  private static List<MessageDigests.Digest> remembered(@Nullable Messages known, Instant now) {
    if (known == null || known.last().plus(MEMORY).isBefore(now)) {
      return new ArrayList<>();
    }
    return new ArrayList<>(known.different());
  }
}
