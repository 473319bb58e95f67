package dev.hpa.app.serving;

import dev.hpa.kube.client.TokenBucket;
import dev.hpa.kube.memory.Limit;
import java.time.InstantSource;

/**
 * The rate of new connections of all peers together. Beyond it, each peer may open a few only: TLS
 * handshakes take a bounded share of the computing time, and a further peer is served. Thread-safe.
 */
final class Openings {

  private final TokenBucket all;
  private final PeerRates few;

  /**
   * @param most number in a second, at least 1
   */
  Openings(int most, InstantSource clock) {
    this.all = new TokenBucket(most, most, clock);
    int ofEach = Limit.PEER_OPENINGS.asInt();
    this.few = new PeerRates(new Rate(ofEach, ofEach), clock);
  }

  /** Whether a peer may open one more now; if it may, it counts. */
  boolean take(String peer) {
    boolean isOneOfFew = few.take(peer);
    return all.take() || isOneOfFew;
  }
}
