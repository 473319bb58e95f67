package dev.hpa.app.serving;

import dev.hpa.kube.client.LruMap;
import dev.hpa.kube.client.TokenBucket;
import dev.hpa.kube.memory.Limit;
import java.time.InstantSource;
import java.util.Map;

/** A rate limit for each peer. Thread-safe. */
final class PeerRates {

  private final Map<String, TokenBucket> buckets = new LruMap<>(Limit.REMEMBERED_PEERS.asInt());
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
