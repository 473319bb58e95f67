package dev.hpa.sandbox.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Moments of a timeline as nanoseconds before or after the one at which the state is taken. Taken
 * up again at another moment, all keep their distances: no time has passed in between.
 *
 * @param now the moment at which the state is taken, or taken up
 */
public record Moments(Instant now) {

  /** How a moment is written. */
  public long written(Instant moment) {
    return Duration.between(now, moment).toNanos();
  }

  /** The moment that was written so. */
  public Instant read(long nanos) {
    return now.plusNanos(nanos);
  }

  /** Writes a moment as a member of an object; leaves the member out for null. */
  public void write(@Nullable Instant moment, String member, ObjectNode into) {
    if (moment != null) {
      into.put(member, written(moment));
    }
  }

  /** The moment in a member of an object; null when there is none. */
  public @Nullable Instant read(JsonNode object, String member) {
    return object.has(member) ? read(object.path(member).asLong()) : null;
  }
}
