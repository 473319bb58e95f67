package dev.hpa.app.serving;

/** Credentials are invalid or cannot be verified. */
final class NotAuthenticatedException extends Exception {

  private static final long serialVersionUID = 1;

  NotAuthenticatedException(String message, Throwable cause) {
    super(message, cause);
  }

  NotAuthenticatedException(String message) {
    super(message);
  }
}
