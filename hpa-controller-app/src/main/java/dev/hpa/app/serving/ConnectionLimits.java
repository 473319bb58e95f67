package dev.hpa.app.serving;

import java.time.Duration;

/**
 * What the connections of a served port may take. The times are those of the timeline that the
 * server runs on.
 *
 * @param connections open at the same time, more than 0; of more, those that are idle longest are
 *     closed
 * @param headers from the opening of a connection, or from the first byte of a later request, to
 *     the end of the request's headers, the TLS handshake included
 * @param body from the headers to the end of a body, where one is expected
 * @param answer from the headers to the end of the response
 * @param idle from a response to the next request
 * @param headerBytes size of the headers of one request
 */
record ConnectionLimits(
    int connections,
    Duration headers,
    Duration body,
    Duration answer,
    Duration idle,
    int headerBytes) {

  /**
   * Headers and idle connections have the time they have upstream. Upstream limits neither bodies
   * nor responses, and takes headers of 1 MiB; with that many bytes a connection the heap would not
   * hold 256 of them.
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
