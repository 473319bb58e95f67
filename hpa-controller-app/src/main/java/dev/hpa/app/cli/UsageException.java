package dev.hpa.app.cli;

/**
 * Something the user gave that cannot be used; the message is one line: what, where, what to do.
 */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
