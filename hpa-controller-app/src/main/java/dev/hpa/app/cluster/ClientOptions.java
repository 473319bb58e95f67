package dev.hpa.app.cluster;

import dev.hpa.api.form.ObjectForm;

/**
 * How the API server may be asked.
 *
 * @param requestsPerSecond sustained, of each kind of client; zero or less for no limit
 * @param burst requests that may come at once; counts only with a limit
 * @param form in which metrics, scales and lists of resources are asked for
 */
public record ClientOptions(double requestsPerSecond, int burst, ObjectForm form) {

  /** As hard as one likes. */
  public static final ClientOptions UNLIMITED = new ClientOptions(0, 1, ObjectForm.JSON);

  /** Upstream's defaults, but for the form. */
  public static final ClientOptions DEFAULTS = new ClientOptions(20, 30, ObjectForm.JSON);
}
