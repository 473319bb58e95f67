package dev.hpa.conformance.environment;

/** A case cannot be tried in this cluster; the message says why. */
public final class SkippedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SkippedException(String message) {
    super(message);
  }
}
