package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * Holds requests back to the allowed rate. As upstream's clients do, those for scales, for each
 * metrics API and for everything else are counted apart.
 *
 * <p>Requests are sent in the order they arrive. That is fair because only few wait here at a time:
 * a bounded number of workers and of reads of each provider, between which queues in front of this
 * limit divide the turns.
 *
 * <p>Thread-safe.
 */
public final class Throttle {

  private static final RateLimitWait UNOBSERVED =
      new RateLimitWait() {
        @Override
        public void begun() {}

        @Override
        public void ended() {}
      };

  private final ClientOptions options;
  private final Timeline timeline;
  private final Map<Client, Instant> freeFrom = new EnumMap<>(Client.class);

  public Throttle(ClientOptions options, Timeline timeline) {
    this.options = options;
    this.timeline = timeline;
  }

  /** Whose requests are counted together. */
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
    RateLimitWait observer = RateLimitWait.OBSERVER.orElse(UNOBSERVED);
    observer.begun();
    try {
      timeline.sleep(wait);
      isSent = true;
    } finally {
      observer.ended();
      if (!isSent) {
        giveBack(client);
      }
    }
  }

  /** A request that is not sent leaves its token to the next one that asks. */
  private synchronized void giveBack(Client client) {
    freeFrom.computeIfPresent(client, (any, free) -> free.minus(token()));
  }

  private Duration token() {
    return Duration.ofNanos((long) (1e9 / options.requestsPerSecond()));
  }

  /**
   * A bucket of {@code burst} tokens is a place in time that each request moves on by one token's
   * worth, and that is never further back than a full bucket.
   */
  private synchronized Duration reserve(Client client) {
    Duration token = token();
    Instant now = timeline.now();
    Instant fullBucket = now.minus(token.multipliedBy(options.burst() - 1L));
    Instant free = freeFrom.getOrDefault(client, fullBucket);
    Instant mine = free.isBefore(fullBucket) ? fullBucket : free;
    freeFrom.put(client, mine.plus(token));
    return Duration.between(now, mine);
  }
}
