package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/**
 * A call to the API server that failed. The message is the server's own where it sent a Status,
 * otherwise the text Kubernetes clients make from the HTTP code.
 */
public class KubernetesApiException extends Exception {

  private static final long serialVersionUID = 1;

  private final int code;
  private final String reason;

  /**
   * @param code HTTP code; 0 when no answer came or it could not be read
   * @param reason the Status reason, e.g. {@code NotFound}; empty when unknown
   */
  public KubernetesApiException(
      int code, String reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.reason = reason;
  }

  /** The HTTP code, 0 when there is none. */
  public int code() {
    return code;
  }

  /** The Status reason, empty when unknown. */
  public String reason() {
    return reason;
  }

  /** The text for people. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /** Whether somebody else wrote the object in between. */
  public boolean isConflict() {
    return reason.equals("Conflict") || (reason.isEmpty() && code == 409);
  }
}
