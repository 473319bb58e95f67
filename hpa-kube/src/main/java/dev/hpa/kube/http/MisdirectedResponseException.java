package dev.hpa.kube.http;

import dev.hpa.spi.KubernetesApi;
import java.io.IOException;

/**
 * A response that is about something else than its request, such as an object of another namespace:
 * a server or proxy between has mixed up the responses of a connection. Thrown by the reader of a
 * response; {@link KubernetesApi} then drops all idle connections and sends a GET once more, and
 * fails if that response is misdirected, too.
 */
public final class MisdirectedResponseException extends IOException {

  private static final long serialVersionUID = 1;

  /** Characters of a name in a message. */
  private static final int MAX_NAME = 300;

  private MisdirectedResponseException(String message) {
    super(message);
  }

  /**
   * Compares what a response states with the request.
   *
   * @param what the compared field, such as {@code namespace}
   * @param stated the value in the response; empty if it has none, which is accepted
   * @throws MisdirectedResponseException if the response states another value
   */
  public static void check(String what, String requested, String stated)
      throws MisdirectedResponseException {
    if (!stated.isEmpty() && !stated.equals(requested)) {
      throw new MisdirectedResponseException(
          "the response is about the %s \"%s\", not \"%s\""
              .formatted(what, shortened(stated), shortened(requested)));
    }
  }

  private static String shortened(String name) {
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
  }
}
