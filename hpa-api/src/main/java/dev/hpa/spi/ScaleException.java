package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/** A scale that could not be read or written. */
public class ScaleException extends Exception {

  private static final long serialVersionUID = 1;

  /** How far the call came. */
  public enum Stage {
    /** {@code scaleTargetRef.apiVersion} is none: the user's mistake. */
    INVALID_REFERENCE,
    /** No resource is known for the kind. */
    MAPPING,
    /** The scale could not be read. */
    READ,
    /** The scale could not be written. */
    WRITE,
    /** The scale could not be written, because it changed since it was read. */
    CONFLICT
  }

  private final Stage stage;

  public ScaleException(Stage stage, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.stage = stage;
  }

  public Stage stage() {
    return stage;
  }

  /** The text for people. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
