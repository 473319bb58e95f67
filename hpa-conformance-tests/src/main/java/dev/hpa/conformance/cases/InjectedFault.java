package dev.hpa.conformance.cases;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong with requests of the implementation, before they reach the API server.
 *
 * @param method of the requests
 * @param path the end of their path, without query
 * @param times how many of them; {@link Integer#MAX_VALUE} for all
 * @param code of the answer
 * @param reason of the Status that is the answer; null for an answer that is no Status
 * @param message of the Status, or the answer itself
 */
public record InjectedFault(
    String method, String path, int times, int code, @Nullable String reason, String message) {

  /** So many writes of the scale of a target meet a conflict. */
  public static InjectedFault conflicts(int times) {
    return new InjectedFault(
        "PUT",
        "/scale",
        times,
        409,
        "Conflict",
        "Operation cannot be fulfilled on workloads.conformance.hpa.dev \"web\": the object has been"
            + " modified; please apply your changes to the latest version and try again");
  }
}
