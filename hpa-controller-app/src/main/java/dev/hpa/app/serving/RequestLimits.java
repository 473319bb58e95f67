package dev.hpa.app.serving;

import java.time.Duration;

/**
 * Limits of the requests of a server, beyond which they are rejected with code 429. Clients with
 * the same address are one peer.
 *
 * @param rate rate of each peer
 * @param running maximum number of requests in progress, distributed as {@link
 *     dev.hpa.controller.queue.PeerPlaces}
 * @param delay real time from a request to its rejection; a client that sends the next one at once
 *     would otherwise cost almost as much as without limits
 */
record RequestLimits(Rate rate, int running, Duration delay) {

  /** More than probes, scrapes and the readers of a dashboard behind one proxy need. */
  static final RequestLimits DEFAULTS =
      new RequestLimits(new Rate(50, 200), 256, Duration.ofSeconds(5));
}
