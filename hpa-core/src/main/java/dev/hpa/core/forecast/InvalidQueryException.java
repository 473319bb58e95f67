package dev.hpa.core.forecast;

/** A query that is malformed or cannot be limited to a namespace. The message is one line. */
public final class InvalidQueryException extends Exception {

  private static final long serialVersionUID = 1;

  InvalidQueryException(String message) {
    super(message);
  }

  /** The problem and what to do. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
