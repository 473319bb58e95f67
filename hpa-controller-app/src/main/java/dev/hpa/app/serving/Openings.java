package dev.hpa.app.serving;

import dev.hpa.kube.client.TokenBucket;
import java.time.InstantSource;

/**
 * The rate of new connections of all peers together. Beyond it, each peer may open a few only: TLS
 * handshakes take a bounded share of the computing time, and a further peer is served. Thread-safe.
 */
final class Openings {

  /** In a second. A kubelet makes all probes of a container at once. */
  static final int OF_EACH = 4;

  private final TokenBucket all;
  private final PeerRates few;

  /**
   * @param most number in a second, at least 1
   */
  Openings(int most, InstantSource clock) {
    this.all = new TokenBucket(most, most, clock);
    this.few = new PeerRates(new Rate(OF_EACH, OF_EACH), clock);
  }

  /** Whether a peer may open one more now; if it may, it counts. */
  boolean take(String peer) {
    boolean isOneOfFew = few.take(peer);
    return all.take() || isOneOfFew;
  }
}
