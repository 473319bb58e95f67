package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;

/**
 * Sends calls other than watches to one API server, over its own connections. Thread-safe; calls
 * block.
 */
interface CallSender {

  /**
   * Sends a call. If a reused connection turns out to be closed before a response, the call is sent
   * again on another one.
   *
   * @return the response; the caller closes it
   * @throws IOException if no response was received
   */
  TransportResponse send(HttpCall call) throws IOException;

  /** Reuses no connection from now on; calls in progress end as usual. */
  void retire();

  /** Aborts all calls. Later ones use new connections, which are closed afterwards. */
  void close();
}
