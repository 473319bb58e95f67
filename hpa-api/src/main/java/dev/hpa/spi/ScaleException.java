package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/** A scale that cannot be read or written. */
public class ScaleException extends Exception {

  private static final long serialVersionUID = 1;

  /** The step of the call that failed. */
  public enum Reason {
    /** {@code scaleTargetRef.apiVersion} is malformed. */
    INVALID_REFERENCE,
    /** No resource is known for the kind. */
    MAPPING,
    /** The scale cannot be read. */
    READ,
    /** The scale cannot be written. */
    WRITE,
    /** The write was rejected because the scale has changed since it was read. */
    CONFLICT
  }

  private final Reason reason;

  public ScaleException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** The message; never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
