package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/**
 * A failed call to the API server. The message is that of the Status the server returned, otherwise
 * the message that client-go derives from the HTTP status code.
 */
public class KubernetesApiException extends Exception {

  private static final long serialVersionUID = 1;

  private final int code;
  private final String reason;

  /**
   * @param code HTTP status code; 0 if there is no response or it cannot be decoded
   * @param reason reason of the Status, for example {@code NotFound}; empty if unknown
   */
  public KubernetesApiException(
      int code, String reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.reason = reason;
  }

  /** The HTTP status code; 0 if there is no response or it cannot be decoded. */
  public int code() {
    return code;
  }

  /** The reason of the Status, for example {@code NotFound}; empty if unknown. */
  public String reason() {
    return reason;
  }

  /** The message; never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /**
   * Whether the write conflicts with a concurrent one: reason {@code Conflict}, or HTTP 409 without
   * a reason.
   */
  public boolean isConflict() {
    return reason.equals("Conflict") || (reason.isEmpty() && code == 409);
  }
}
