package dev.hpa.app.serving;

import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * The new connections of a second. Beyond a number, a peer may open a few only: TLS handshakes take
 * a bounded share of the computing time, and a further peer is served. Thread-safe.
 */
final class Openings {

  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final int most;
  private final InstantSource clock;
  private final Map<String, Integer> byPeer = new HashMap<>();
  private Instant end = Instant.MIN;
  private int all;

  /**
   * @param most number in a second, at least 1
   */
  Openings(int most, InstantSource clock) {
    this.most = most;
    this.clock = clock;
  }

  /** Whether a peer may open one more now; if it may, it counts. */
  synchronized boolean take(String peer) {
    Instant now = clock.instant();
    if (!now.isBefore(end)) {
      byPeer.clear();
      all = 0;
      end = now.plus(WINDOW);
    }
    if (all >= most && byPeer.getOrDefault(peer, 0) >= Limit.PEER_OPENINGS.asInt()) {
      return false;
    }
    byPeer.merge(peer, 1, Integer::sum);
    all++;
    return true;
  }
}
