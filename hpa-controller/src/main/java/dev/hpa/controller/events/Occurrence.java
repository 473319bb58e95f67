package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import java.time.Instant;

/**
 * Something that happened to an object.
 *
 * @param component who tells of it
 */
record Occurrence(ObjectReference about, String component, HpaEvent event, Instant at) {

  Source source() {
    return new Source(about.whole(), component, event.type());
  }

  /** Occurrences that share an allowance of events. */
  record Source(ObjectReference about, String component, HpaEvent.Type type) {}
}
