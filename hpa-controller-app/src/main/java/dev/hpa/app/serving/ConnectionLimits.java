package dev.hpa.app.serving;

import java.time.Duration;

/**
 * Limits of the connections of a server. Times are measured by the server's timeline.
 *
 * @param connections maximum number of open connections, at least 1; above it, the longest idle
 *     ones are closed
 * @param headers maximum time from the opening of a connection, or the first byte of a later
 *     request, to the end of the headers, including the TLS handshake
 * @param body maximum time from the headers to the end of an expected body
 * @param answer maximum time from the headers to the end of the response
 * @param idle maximum time from a response to the next request
 * @param headerBytes maximum size of the headers of a request, in bytes
 */
record ConnectionLimits(
    int connections,
    Duration headers,
    Duration body,
    Duration answer,
    Duration idle,
    int headerBytes) {

  /**
   * Times for headers and idle connections are upstream's. Upstream limits neither bodies nor
   * responses and accepts headers of 1 MiB; with 1 MiB per connection, 256 connections would exceed
   * the heap.
   */
  static final ConnectionLimits DEFAULTS =
      new ConnectionLimits(
          256,
          Duration.ofSeconds(32),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(90),
          1 << 16);

  ConnectionLimits {
    if (connections < 1) {
      throw new IllegalArgumentException("connections: " + connections + " is less than 1");
    }
  }
}
