package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.time.Duration;

/**
 * Is told of the calls to an API server, by the threads that make them: it must be quick and must
 * not fail. Durations are those of the connection's timeline.
 */
public interface CallListener {

  /**
   * The server has answered, or the connection failed. A call that is tried again is answered
   * several times; a watch is answered when it opens.
   *
   * @param host name and port of the server
   * @param code 0 when no answer came
   */
  default void answered(String host, ApiRequest request, int code, Duration took) {}

  /**
   * An answer was read.
   *
   * @param bytes of its body, as they were sent
   */
  default void received(String host, ApiRequest request, long bytes) {}

  /** The client's own rate limit was asked, and made the call wait so long. */
  default void heldBack(String host, ApiRequest request, Duration wait) {}

  /**
   * A call is made again.
   *
   * @param code of the answer before; 0 when none came
   */
  default void retried(String host, ApiRequest request, int code) {}

  /** A call, no watch, has come to its end, with all waits, tries and the reading of the answer. */
  default void ended(String host, ApiRequest request, Duration took) {}
}
