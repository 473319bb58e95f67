package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.time.Duration;

/**
 * Observes the calls to an API server. Methods run on the threads of the calls: they must return
 * quickly and must not throw. Durations are in the time of the connection's timeline.
 */
public interface CallListener {

  /**
   * A response or a connection failure was received. Each retry of a call is reported; a watch is
   * reported when it opens.
   *
   * @param host host and port of the server
   * @param code HTTP status code; 0 without a response
   */
  default void answered(String host, ApiRequest request, int code, Duration took) {}

  /**
   * A response body was read.
   *
   * @param bytes size of the body as sent
   */
  default void received(String host, ApiRequest request, long bytes) {}

  /** A request waited for the client-side rate limit; the wait may be zero. */
  default void heldBack(String host, ApiRequest request, Duration wait) {}

  /**
   * A call is retried.
   *
   * @param code HTTP status code of the previous attempt; 0 without a response
   */
  default void retried(String host, ApiRequest request, int code) {}

  /**
   * A call other than a watch has ended; the duration includes waits, retries and reading the
   * response.
   */
  default void ended(String host, ApiRequest request, Duration took) {}
}
