package dev.hpa.app.serving;

import dev.hpa.kube.client.LruMap;
import dev.hpa.kube.client.TokenBucket;
import java.time.InstantSource;
import java.util.Map;

/** A rate limit for each peer. Thread-safe. */
final class PeerRates {

  /** Those that were not seen for longest are forgotten beyond it, and begin with a full bucket. */
  private static final int MAX_PEERS = 4096;

  private final Map<String, TokenBucket> buckets = new LruMap<>(MAX_PEERS);
  private final Rate rate;
  private final InstantSource clock;

  PeerRates(Rate rate, InstantSource clock) {
    this.rate = rate;
    this.clock = clock;
  }

  /** Whether the rate of a peer allows one more; if it does, it counts. */
  boolean take(String peer) {
    return take(peer, 1);
  }

  /** Whether the rate of a peer allows one more; if it does, it counts as a number of them. */
  boolean take(String peer, int number) {
    return bucket(peer).take(number);
  }

  private synchronized TokenBucket bucket(String peer) {
    return buckets.computeIfAbsent(
        peer, any -> new TokenBucket(rate.perSecond(), rate.burst(), clock));
  }
}
