package dev.hpa.conformance.cases;

import org.jspecify.annotations.Nullable;

/**
 * A fault in requests of the implementation: the proxy responds in place of the API server.
 *
 * @param method of the requests
 * @param path the end of their path, without query
 * @param times the number of requests; {@link Integer#MAX_VALUE} for all
 * @param code the status code of the response
 * @param reason the reason of the Status; null for a plain-text response
 * @param message the message of the Status, or the plain text
 */
public record InjectedFault(
    String method, String path, int times, int code, @Nullable String reason, String message) {

  /** Conflicts for this many writes of a scale. */
  public static InjectedFault conflicts(int times) {
    return new InjectedFault(
        "PUT",
        "/scale",
        times,
        409,
        "Conflict",
        "Operation cannot be fulfilled on workloads.conformance.hpa.dev \"web\": the object has"
            + " been modified; please apply your changes to the latest version and try again");
  }
}
