package dev.hpa.controller.events;

import dev.hpa.kube.client.LruMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Lets 25 events of a source pass at once and one more every five minutes, whatever their reasons:
 * a bucket of tokens per object, component and type of event.
 *
 * <p>Upstream's bucket is repeated to the nanosecond. Its rate is a number of single precision, a
 * little above one in 300 s, and a wait of less than a nanosecond is none.
 */
final class SpamFilter {

  private static final int BURST = 25;
  private static final double TOKENS_PER_SECOND = 1f / 300;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<EventOccurrence.Source, Bucket> buckets =
      new LruMap<>(EventCorrelator.MAX_ENTRIES);

  private record Bucket(double tokens, Instant at) {

    double at(Instant now) {
      Duration since = Duration.between(at, now);
      double seconds = since.getSeconds() + since.getNano() / NANOS_PER_SECOND;
      return Math.min(BURST, tokens + seconds * TOKENS_PER_SECOND);
    }
  }

  /** Takes a token of a source; returns whether one was available. */
  boolean admits(EventOccurrence.Source source, Instant now) {
    Bucket bucket = buckets.get(source);
    double left = (bucket == null ? BURST : bucket.at(now)) - 1;
    double nanosToWait = -left / TOKENS_PER_SECOND * NANOS_PER_SECOND;
    boolean admitted = nanosToWait < 1;
    if (admitted) {
      buckets.put(source, new Bucket(left, now));
    }
    return admitted;
  }
}
