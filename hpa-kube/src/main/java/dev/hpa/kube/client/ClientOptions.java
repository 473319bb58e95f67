package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;

/**
 * Rate limit and content type of the API client.
 *
 * @param requestsPerSecond sustained rate of each kind of client, in requests per second; zero or
 *     less for no limit
 * @param burst requests that may be sent at once; applies only with a limit
 * @param form content type in which pods, autoscalers, metrics, scales and discovery are requested;
 *     the server may answer in JSON
 */
public record ClientOptions(double requestsPerSecond, int burst, ContentType form) {

  /** No rate limit; JSON. */
  public static final ClientOptions UNLIMITED = new ClientOptions(0, 1, ContentType.JSON);

  /**
   * The defaults of kube-controller-manager: 20 requests per second with a burst of 30, Protobuf.
   */
  public static final ClientOptions DEFAULTS = new ClientOptions(20, 30, ContentType.PROTOBUF);

  /**
   * A part of the rate, for another client of the same server. Without a limit the part has none.
   *
   * @param parts at least 1
   */
  public ClientOptions share(int parts) {
    return requestsPerSecond <= 0
        ? this
        : new ClientOptions(requestsPerSecond / parts, Math.max(1, burst / parts), form);
  }
}
