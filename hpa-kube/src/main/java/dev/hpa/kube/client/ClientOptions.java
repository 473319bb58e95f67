package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;

/**
 * Rate limit and content type of the API client.
 *
 * @param requestsPerSecond sustained rate of each kind of client, in requests per second; zero or
 *     less for no limit
 * @param burst requests that may be sent at once; applies only with a limit
 * @param form content type of requests for metrics, scales and discovery
 */
public record ClientOptions(double requestsPerSecond, int burst, ContentType form) {

  /** No rate limit; JSON. */
  public static final ClientOptions UNLIMITED = new ClientOptions(0, 1, ContentType.JSON);

  /** The rate limit of kube-controller-manager (20 requests per second, burst 30); JSON. */
  public static final ClientOptions DEFAULTS = new ClientOptions(20, 30, ContentType.JSON);
}
