package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * Client-side rate limit: a token bucket for scales, one for each metrics API and one for all other
 * requests, as in kube-controller-manager.
 *
 * <p>Requests are sent in order of arrival. This is fair because only a bounded number of workers
 * and provider reads wait here; the queues in front of this limit distribute their turns.
 *
 * <p>Thread-safe.
 */
public final class Throttle {

  private static final RateLimitWaitListener UNOBSERVED =
      new RateLimitWaitListener() {
        @Override
        public void begun() {}

        @Override
        public void ended() {}
      };

  private final ClientOptions options;
  private final Timeline timeline;
  private final Map<Client, Instant> freeFrom = new EnumMap<>(Client.class);

  /** Time after which a token is returned to the bucket. */
  private final Duration token;

  /** Time in which an empty bucket is filled, without the last token. */
  private final Duration filling;

  public Throttle(ClientOptions options, Timeline timeline) {
    this.options = options;
    this.timeline = timeline;
    this.token =
        options.requestsPerSecond() > 0
            ? Duration.ofNanos((long) (1e9 / options.requestsPerSecond()))
            : Duration.ZERO;
    // Once: this multiplication uses arbitrary precision.
    this.filling = token.multipliedBy(options.burst() - 1L);
  }

  /** The clients with separate buckets. */
  private enum Client {
    SCALE,
    RESOURCE_METRICS,
    CUSTOM_METRICS,
    EXTERNAL_METRICS,
    OTHER;

    static Client of(ApiRequest request) {
      String path = request.path();
      if (path.endsWith("/scale")) {
        return SCALE;
      }
      if (path.startsWith("/apis/metrics.k8s.io/")) {
        return RESOURCE_METRICS;
      }
      if (path.startsWith("/apis/custom.metrics.k8s.io/")) {
        return CUSTOM_METRICS;
      }
      return path.startsWith("/apis/external.metrics.k8s.io/") ? EXTERNAL_METRICS : OTHER;
    }
  }

  /** Waits until the request may be sent. */
  public void await(ApiRequest request) throws InterruptedException {
    if (options.requestsPerSecond() <= 0) {
      return;
    }
    Client client = Client.of(request);
    Duration wait = reserve(client);
    if (!wait.isPositive()) {
      return;
    }
    boolean isSent = false;
    RateLimitWaitListener observer = RateLimitWaitListener.OBSERVER.orElse(UNOBSERVED);
    observer.begun();
    try {
      timeline.sleep(wait);
      isSent = true;
    } finally {
      observer.ended();
      if (!isSent) {
        returnToken(client);
      }
    }
  }

  /** Returns the token of a request that was not sent. */
  private synchronized void returnToken(Client client) {
    freeFrom.computeIfPresent(client, (any, free) -> free.minus(token));
  }

  /**
   * A bucket of {@code burst} tokens, represented by the time at which the next token is free: each
   * request advances it by the time of one token, and it is never earlier than that of a full
   * bucket.
   */
  private synchronized Duration reserve(Client client) {
    Instant now = timeline.now();
    Instant fullBucket = now.minus(filling);
    Instant free = freeFrom.getOrDefault(client, fullBucket);
    Instant mine = free.isBefore(fullBucket) ? fullBucket : free;
    freeFrom.put(client, mine.plus(token));
    return Duration.between(now, mine);
  }
}
