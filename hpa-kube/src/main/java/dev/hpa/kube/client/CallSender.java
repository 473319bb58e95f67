package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.time.Duration;

/** Sends calls to one API server, over its own connections. Thread-safe; calls block. */
public interface CallSender extends AutoCloseable {

  /**
   * The longest wait for something to read of a watch, in real time: longer than a reflector leaves
   * an idle one open, so that it ends what nothing else has ended.
   */
  Duration MAX_SILENCE = Duration.ofMinutes(3);

  /**
   * Sends a call. If a reused connection turns out to be closed before a response, the call is sent
   * again on another one.
   *
   * @return the response; the caller closes it
   * @throws IOException if no response was received
   */
  TransportResponse send(HttpCall call) throws IOException;

  /**
   * Opens a watch.
   *
   * @param call its timeout and limit end with the response; then a read fails after {@link
   *     #MAX_SILENCE}
   * @param handle cancels it, before and after the response
   * @return the response; the caller closes it
   * @throws java.net.SocketTimeoutException if there was no response within the limit
   */
  TransportResponse watch(HttpCall call, CallHandle handle) throws IOException;

  /** Reuses no connection from now on; calls in progress end as usual. */
  void retire();

  /** Aborts all calls. Later ones use new connections, which are closed afterwards. */
  @Override
  void close();
}
