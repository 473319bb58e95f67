package dev.hpa.conformance.stage;

/** The stage cannot be set: what is wrong, and what to do about it, in one line. */
public final class StageException extends Exception {

  private static final long serialVersionUID = 1;

  public StageException(String message) {
    super(message);
  }

  public StageException(String message, Throwable cause) {
    super(message, cause);
  }
}
