package dev.hpa.app.serving;

/** Somebody says who he is, and it is not so, or cannot be found out. */
final class NotAuthenticatedException extends Exception {

  private static final long serialVersionUID = 1;

  NotAuthenticatedException(String message, Throwable cause) {
    super(message, cause);
  }

  NotAuthenticatedException(String message) {
    super(message);
  }
}
