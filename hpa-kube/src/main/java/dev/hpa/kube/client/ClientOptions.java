package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;

/**
 * How the API server may be asked.
 *
 * @param requestsPerSecond sustained, of each kind of client; zero or less for no limit
 * @param burst requests that may come at once; counts only with a limit
 * @param form in which metrics, scales and lists of resources are asked for
 */
public record ClientOptions(double requestsPerSecond, int burst, ContentType form) {

  /** As hard as one likes. */
  public static final ClientOptions UNLIMITED = new ClientOptions(0, 1, ContentType.JSON);

  /** Upstream's defaults, but for the form. */
  public static final ClientOptions DEFAULTS = new ClientOptions(20, 30, ContentType.JSON);
}
