package dev.hpa.app.serving;

import java.time.Duration;

/**
 * Limits of the connections of a server. Times are measured by the server's timeline.
 *
 * @param connections maximum number of open connections, at least 1; a peer may have as many as it
 *     leaves free, and beyond that the longest idle one of the peer with the most is closed
 * @param opening rate of new connections of each peer; those beyond it are closed at once, before
 *     the TLS handshake
 * @param openings new connections of all peers in a second, at least 1, beyond which a peer may
 *     open a few only, such as a kubelet for its probes
 * @param receiving rate of the bytes that each peer sends, including those of TLS and of frames
 *     that belong to no request, and at least {@link RecordLimit#LEAST} for each record of TLS; a
 *     connection that exceeds it is closed
 * @param streams maximum number of concurrent requests of an HTTP/2 connection
 * @param headers maximum time from the opening of a connection, or the first byte of a later
 *     request, to the end of the headers, including the TLS handshake
 * @param body maximum time from the headers to the end of an expected body
 * @param answer maximum time from the headers to the end of the response
 * @param idle maximum time from a response to the next request
 * @param headerBytes maximum size of the headers of a request, in bytes
 * @param requests limits of the requests on all connections
 */
record ConnectionLimits(
    int connections,
    Rate opening,
    int openings,
    Rate receiving,
    int streams,
    Duration headers,
    Duration body,
    Duration answer,
    Duration idle,
    int headerBytes,
    RequestLimits requests) {

  /**
   * Times for headers and idle connections are upstream's. Upstream limits neither bodies nor
   * responses and accepts headers of 1 MiB; with 1 MiB per connection, 256 connections would exceed
   * the heap. A page of the dashboard needs fewer than 16 streams; with upstream's 100, the
   * requests of one peer that wait delay those of others by seconds. A request of a browser or a
   * probe has headers of fewer than 2 KiB, also with a token; in the heap small fields take ten
   * times as much as they are sent. A TLS handshake with a client certificate takes fewer than 8
   * KiB.
   */
  static final ConnectionLimits DEFAULTS =
      new ConnectionLimits(
          256,
          new Rate(20, 100),
          30,
          new Rate(1 << 18, 1 << 22),
          16,
          Duration.ofSeconds(32),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(90),
          1 << 14,
          RequestLimits.DEFAULTS);

  ConnectionLimits {
    if (connections < 1) {
      throw new IllegalArgumentException("connections: " + connections + " is less than 1");
    }
  }
}
