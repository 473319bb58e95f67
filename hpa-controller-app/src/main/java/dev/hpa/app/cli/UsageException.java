package dev.hpa.app.cli;

/** Invalid user input. The message is one line: {@code <what>: <problem>; <what to do>}. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
