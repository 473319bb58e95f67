package dev.hpa.controller.events;

import dev.hpa.core.HpaEvent;
import java.time.Instant;
import java.util.Comparator;

/**
 * An event about an object at a time, before aggregation.
 *
 * @param component the reporting component
 */
record EventOccurrence(ObjectReference about, String component, HpaEvent event, Instant at) {

  Source source() {
    return new Source(
        about.whole(), component, event.type(), event.isAdditional() ? event.reason() : "");
  }

  /**
   * Events that share a rate limit: those of kube-controller-manager as there, and the additional
   * ones of one reason, so that the frequent events of a failing metric exclude none of them.
   *
   * @param additional the reason of an additional event; empty for those of kube-controller-manager
   */
  record Source(ObjectReference about, String component, HpaEvent.Type type, String additional)
      implements Comparable<Source> {

    private static final Comparator<Source> ORDER =
        Comparator.<Source, String>comparing(source -> source.about.namespace())
            .thenComparing(source -> source.about.name())
            .thenComparing(source -> source.about.toString())
            .thenComparing(Source::component)
            .thenComparing(Source::type)
            .thenComparing(Source::additional);

    @Override
    public int compareTo(Source other) {
      return ORDER.compare(this, other);
    }
  }
}
