package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import java.time.Instant;

/**
 * An event about an object at a time, before aggregation.
 *
 * @param component the reporting component
 */
record EventOccurrence(ObjectReference about, String component, HpaEvent event, Instant at) {

  Source source() {
    return new Source(about.whole(), component, event.type());
  }

  /** Events that share a rate limit. */
  record Source(ObjectReference about, String component, HpaEvent.Type type) {}
}
